/** A transaction is still known after many others: after some of the rule's own, and after all those of the run. */
import { rest } from '../../client/interruption.ts';
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
  /** A transaction that so many have been opened since: only where it is gone are others opened and asked for anew. */
  readonly kept?: Pick<Keepsake, 'sTxId' | 'mTxId'>;
}

/** Milliseconds: what is gone sooner has not been kept for its time. */
const SHORTEST_LIFE = 1000;

/** First calls after which the first of several transactions is asked for again; each further one after twice as many. */
const FIRST_CHECK = 30;

/** A store that holds as many as were opened so far may need some more to lose one again. */
const MORE_TRAFFIC = 1.25;

/** The most first calls that a transaction has to outlive: a few hundred. A larger store of fixed size is a choice. */
const MOST_OTHERS = 900;

export const outlivesOtherTraffic = property<Case>({
  id: 'identity/outlives-other-traffic',
  section: '1.2',
  level: 'must',
  title: 'a transaction is still found, by either identifier, after many others',
  tries:
    'A transaction is asked for by sTxId and by mTxId when many others have been opened since: those of ' +
    'the rule, and all those of the run. Where the one that the run began with is gone, as many others ' +
    'are opened once more as there were, up to 900.',
  fix:
    'Keep transactions where newer ones do not push them out, as they do in a cache of fixed size, and ' +
    'where every instance of the service finds them. How long one is kept is left open, and so is whether ' +
    'it outlives more than 900 others: neither is judged.',
  after: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  probes: ({ otherTraffic, keepsake }) => [
    { others: keepsake === undefined ? otherTraffic : Math.ceil(otherTraffic / 10) },
  ],
  revisits: ({ keepsake, opened }) =>
    keepsake === undefined
      ? []
      : [
          {
            others: Math.min(Math.ceil(opened * MORE_TRAFFIC), MOST_OTHERS),
            kept: { sTxId: keepsake.sTxId, mTxId: keepsake.mTxId },
          },
        ],
  louder: ({ others, kept }) => (kept === undefined ? [3 * others, 10 * others].map(toCase) : []),
  smaller: ({ others, kept }) => (kept === undefined ? fewer(others) : checks(others)).map(toCase),

  async holds({ others, kept }, conversation, words) {
    if (kept === undefined) return outlives(others, [others], conversation, words);
    const loss = await lossOf(kept, conversation, words);
    if (loss === undefined) return;
    const opened = words.opened;
    const most = Math.min(others, words.requestsLeft - requestsFor(checks(others)));
    try {
      if (most > 0) await outlives(most, checks(most), conversation, words);
    } catch (error) {
      if (!(error instanceof RuleBroken) || error.nature !== 'plain') throw error;
      throw new RuleBroken(error.expected, error.got, 'seen-twice');
    }
    if (most === MOST_OTHERS && opened > MOST_OTHERS)
      throw new NotJudged(
        `a transaction is gone after ${opened} other first calls, though not after ${most}: for how many more one is kept is left open`,
      );
    const { keepsake } = words;
    const age = performance.now() - (keepsake?.openedAt ?? performance.now());
    if (age >= SHORTEST_LIFE && (await isGoneAlone({ ms: age, others: opened }, conversation, words)))
      throw new NotJudged(GONE_ALONE);
    throw new RuleBroken(`${loss.expected}, after ${opened} other first calls`, loss.got, 'seen-once');
  },
});

const GONE_ALONE = 'a transaction that was left alone is gone: how long one is kept is left open';

/** What a transaction costs that is opened and asked for again, and one that is left alone for a while. */
const REQUESTS_OF_A_CHECK = 4;

function requestsFor(checks: readonly number[]): number {
  return REQUESTS_OF_A_CHECK * (checks.length + 1);
}

/** So many others and twice as many, again and again, up to all of them. */
function checks(others: number): readonly number[] {
  const doubled = Array.from({ length: 20 }, (_, n) => FIRST_CHECK * 2 ** n);

  return [...doubled.filter((count) => count < others), others];
}

function fewer(others: number): readonly number[] {
  return others > 1 ? [Math.floor(others / 2), others - 1] : [];
}

function toCase(others: number): Case {
  return { others };
}

/** How the transaction is gone; undefined where it is found by both identifiers. */
async function lossOf(
  { sTxId, mTxId }: NonNullable<Case['kept']>,
  conversation: Conversation,
  words: Vocabulary,
): Promise<RuleBroken | undefined> {
  try {
    await asked(sTxId, [{ sTxId }, { mTxId }], 'an accepted update', conversation, words);

    return undefined;
  } catch (error) {
    if (error instanceof RuleBroken && error.nature === 'plain') return error;
    throw error;
  }
}

/**
 * Opens transactions, then many others, and asks for one of them after each of these counts of others: for each once,
 * since being asked for may keep it.
 *
 * @throws RuleBroken where one is gone; NotJudged where one is without any others, after as long
 */
async function outlives(
  others: number,
  checks: readonly number[],
  conversation: Conversation,
  words: Vocabulary,
): Promise<void> {
  const { baseline } = words;
  const started = performance.now();
  // No mTxId of one number of others comes up with another.
  const nth = (number: number) => `{m${100_000 * checks.length + number}}`;
  const early = [];
  for (const [index, count] of checks.entries()) {
    const mTxId = nth(others + 1 + index);
    const bySTxId = await open(conversation, baseline);
    early.push({ count, mTxId, bySTxId, byMTxId: await open(conversation, { ...baseline, mTxId }) });
  }
  let sent = 0;
  for (const { count, mTxId, bySTxId, byMTxId } of early) {
    // Named ones, since those may be kept apart from the others.
    const more = Array.from({ length: count - sent }, (_, n) => nth(sent + n + 1));
    await Promise.all(more.map((mTxId) => open(conversation, { ...baseline, mTxId })));
    sent = count;
    const what = `an accepted update after ${count} other first calls`;
    try {
      await asked(bySTxId, [{ sTxId: bySTxId }], what, conversation, words);
      await asked(byMTxId, [{ mTxId }], what, conversation, words);
    } catch (error) {
      const took = performance.now() - started;
      if (error instanceof RuleBroken && error.nature === 'plain' && took >= SHORTEST_LIFE)
        if (await isGoneAlone({ ms: took, others: count }, conversation, words))
          throw new NotJudged(GONE_ALONE);
      throw error;
    }
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
  await rest(ms, words.signal);
  const isAlone = words.opened - before < others / 4;

  return isAlone && (await lossOf({ sTxId, mTxId }, conversation, words)) !== undefined;
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
