/** A transaction is still known after many others: after some of the rule's own, and after all those of the run. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Conversation } from '../../conversation.ts';
import { accepted, namesTransaction } from '../../expect.ts';
import { NotJudged, RuleBroken } from '../../failure.ts';
import { open } from '../../patterns/open.ts';
import { property } from '../../rule.ts';
import type { Keepsake } from '../../run/habits.ts';
import type { Vocabulary } from '../../vocabulary.ts';

interface Case {
  /** First calls between opening the transaction and asking for it. */
  readonly others: number;
  /** A transaction that so many have been opened since: only where it is gone is one opened and asked for anew. */
  readonly kept?: Keepsake;
}

/** Milliseconds: what is gone sooner has not been kept for its time. */
const SHORTEST_LIFE = 1000;

export const outlivesOtherTraffic = property<Case>({
  id: 'identity/outlives-other-traffic',
  section: '1.2',
  level: 'must',
  title: 'a transaction is still found, by either identifier, after many others',
  tries:
    'A transaction is asked for by sTxId and by mTxId when many others have been opened since: those of ' +
    'the rule, and all those of the run.',
  fix:
    'Keep transactions where newer ones do not push them out, as they do in a cache of fixed size, and ' +
    'where every instance of the service finds them. How long one is kept is left open: one that is ' +
    'gone though nothing else happened is not judged.',
  after: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  probes: ({ otherTraffic, keepsake }) => [
    { others: keepsake === undefined ? otherTraffic : Math.ceil(otherTraffic / 10) },
  ],
  revisits: ({ otherTraffic, keepsake, opened }) =>
    keepsake === undefined ? [] : [{ others: Math.min(opened, otherTraffic), kept: keepsake }],
  smaller: ({ others, kept }) =>
    kept === undefined
      ? fewer(others).map((others) => ({ others }))
      : growing(others).map((others) => ({ others })),

  async holds({ others, kept }, conversation, words) {
    if (kept === undefined) {
      await outlives({ others, round: 1 }, conversation, words);
      return;
    }
    if (await isFound(kept, conversation, words)) return;
    try {
      for (const [n, some] of growing(others).entries())
        await outlives({ others: some, round: n + 1 }, conversation, words);
    } catch (error) {
      if (!(error instanceof RuleBroken) || error.nature !== 'plain') throw error;
      throw new RuleBroken(error.expected, error.got, 'seen-twice');
    }
    throw new NotJudged(GONE_ALONE);
  },
});

const GONE_ALONE = 'a transaction that was left alone is gone: how long one is kept is left open';

/** Few, then all: what shows with fewer calls is shown with fewer, and the cap leaves room for no more tries. */
function growing(others: number): readonly number[] {
  return [others / 4, others].map(Math.ceil);
}

function fewer(others: number): readonly number[] {
  return others > 1 ? [Math.floor(others / 2), others - 1] : [];
}

async function isFound(kept: Keepsake, conversation: Conversation, words: Vocabulary): Promise<boolean> {
  const { sTxId, mTxId } = kept;
  try {
    await asked(sTxId, [{ sTxId }, { mTxId }], 'an accepted update', conversation, words);

    return true;
  } catch (error) {
    if (error instanceof RuleBroken && error.nature === 'plain') return false;
    throw error;
  }
}

interface Others {
  readonly others: number;
  /** From 1: no mTxId of one round comes up in another. */
  readonly round: number;
}

/** @throws RuleBroken where a transaction is gone; NotJudged where one is without any others, after as long */
async function outlives(
  { others, round }: Others,
  conversation: Conversation,
  words: Vocabulary,
): Promise<void> {
  const { baseline } = words;
  const started = performance.now();
  const nth = (number: number) => `{m${1000 * round + number}}`;
  const mTxId = nth(0);
  const bySTxId = await open(conversation, baseline);
  const byMTxId = await open(conversation, { ...baseline, mTxId });
  // Named ones, since those may be kept apart from the others.
  await Promise.all(
    Array.from({ length: others }, (_, n) => open(conversation, { ...baseline, mTxId: nth(n + 1) })),
  );
  const what = `an accepted update after ${others} other first calls`;
  try {
    await asked(bySTxId, [{ sTxId: bySTxId }], what, conversation, words);
    await asked(byMTxId, [{ mTxId }], what, conversation, words);
  } catch (error) {
    const took = performance.now() - started;
    if (error instanceof RuleBroken && error.nature === 'plain' && took >= SHORTEST_LIFE)
      if (await isGoneAlone({ ms: took, others }, conversation, words)) throw new NotJudged(GONE_ALONE);
    throw error;
  }
}

/** Whether a transaction is gone after so many milliseconds in which fewer others were opened, by other rules say. */
async function isGoneAlone(
  { ms, others }: { readonly ms: number; readonly others: number },
  conversation: Conversation,
  words: Vocabulary,
): Promise<boolean> {
  const mTxId = '{m9}';
  const sTxId = await open(conversation, { ...words.baseline, mTxId });
  const before = words.opened;
  await sleep(ms);
  const isAlone = words.opened - before < others / 4;

  return isAlone && !(await isFound({ sTxId, mTxId }, conversation, words));
}

/** Asks for a transaction by each of these. @throws RuleBroken where it is another or none */
async function asked(
  sTxId: string,
  identifiers: readonly ({ readonly sTxId: string } | { readonly mTxId: string })[],
  what: string,
  { fee }: Conversation,
  { baseline }: Vocabulary,
): Promise<void> {
  for (const identifier of identifiers) {
    const reply = await fee({ ...baseline, ...identifier });
    namesTransaction(accepted(reply, `${what}, by ${Object.keys(identifier)[0]}`), sTxId);
  }
}
