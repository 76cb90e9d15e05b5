/** What one merchant names is nothing to another, who has its own transactions and its own order numbers. */
import type { Body, Conversation, Reply } from '../../conversation.ts';
import { answered, describeReply, isServerError, stxidOf } from '../../expect.ts';
import { NotJudged, RuleBroken } from '../../failure.ts';
import { open } from '../../patterns/open.ts';
import { unknownStxid } from '../../patterns/unknown-stxid.ts';
import { property } from '../../rule.ts';
import type { Vocabulary } from '../../vocabulary.ts';

interface Case {
  readonly by: 'sTxId' | 'mTxId';
  readonly call: 'fee' | 'sale';
}

const ELSEWHERE = { merchant: 'several' } as const;

export const merchantsAreIsolated = property<Case>({
  id: 'identity/merchants-are-isolated',
  section: '1, 2',
  level: 'should',
  title: 'the sTxId and the mTxId of one merchant name no transaction of another',
  tries:
    "As another merchant, a fee call and a sale by the sTxId and the mTxId of the first one's " +
    'transaction. Left out where the deployment file names no second merchant.',
  fix:
    'Look sTxId and mTxId up among the transactions of the merchant that asks, and of no other. Equal ' +
    'mTxIds of two merchants are two transactions.',
  after: [
    'identity/update-by-stxid-keeps-stxid',
    'identity/update-by-mtxid-keeps-stxid',
    'identity/distinct-mtxids-are-distinct',
    'sale/refuses-unknown-transaction',
  ],
  lacks: ({ deployment: { one, several } }) =>
    several === undefined || several.token === one.token
      ? 'no deployment file names a second merchant with a token of its own (merchants.several)'
      : undefined,
  probes: () => [
    { by: 'mTxId', call: 'fee' },
    { by: 'sTxId', call: 'fee' },
    { by: 'sTxId', call: 'sale' },
    { by: 'mTxId', call: 'sale' },
  ],

  async holds({ by, call }, conversation, words) {
    const mTxId = by === 'mTxId' ? { mTxId: '{m1}' } : {};
    const sTxId = await open(conversation, { ...words.baseline, ...mTxId });
    const naming = by === 'mTxId' ? mTxId : { sTxId };
    const reply = await askElsewhere(call, naming, conversation, words);
    answeredAtAll(reply);

    if (!isFound(reply, call, sTxId)) {
      if (by === 'mTxId' && call === 'fee') await mayTake(reply, conversation, words);
      return;
    }
    if (by === 'sTxId') await isNoCoincidence(call, sTxId, conversation, words);
    throw new RuleBroken(`a merchant not to be answered about the ${by} of another`, describeReply(reply));
  },
});

function askElsewhere(call: Case['call'], naming: Body, conversation: Conversation, words: Vocabulary) {
  return call === 'fee'
    ? conversation.fee({ ...feeElsewhere(words), ...naming }, ELSEWHERE)
    : conversation.sale({ ...naming, ...words.saleExtras }, ELSEWHERE);
}

function feeElsewhere({ baseline, deployment }: Vocabulary): Body {
  return { ...baseline, processor: deployment.several?.processors[0]?.mid };
}

/** To be forbidden to ask of it, by whatever status, is a refusal here. @throws RuleBroken, NotAnswering */
function answeredAtAll(reply: Reply): void {
  if (reply.judgement.kind !== 'token-refused') answered(reply);
}

/** A sale of it was taken, or a fee call updated it. */
function isFound(reply: Reply, call: Case['call'], sTxId: string): boolean {
  return reply.judgement.kind === 'accepted' && (call === 'sale' || stxidOf(reply) === sTxId);
}

/** That an `mTxId` is another merchant's is no reason to refuse it. @throws RuleBroken, NotJudged */
async function mayTake(reply: Reply, { fee }: Conversation, words: Vocabulary): Promise<void> {
  if (reply.judgement.kind === 'accepted') return;
  const other = await fee({ ...feeElsewhere(words), mTxId: '{m2}' }, ELSEWHERE);
  answeredAtAll(other);
  if (other.judgement.kind !== 'accepted')
    throw new NotJudged('the other merchant is refused a fee call like this with any mTxId');
  throw new RuleBroken(
    'a fee for a first call with an mTxId that only another merchant has used',
    describeReply(reply),
    isServerError(reply) ? 'server-error' : 'plain',
  );
}

/**
 * Two merchants that count their transactions each for itself have some `sTxId`s in common, but never each the
 * newest of the other. And where a fee call may bring an `sTxId` of its own, it would be answered with any.
 *
 * @throws NotJudged
 */
async function isNoCoincidence(
  call: Case['call'],
  sTxId: string,
  conversation: Conversation,
  words: Vocabulary,
): Promise<void> {
  if (call === 'fee') {
    const unknown = unknownStxid(sTxId);
    const brought = await askElsewhere('fee', { sTxId: unknown }, conversation, words);
    if (isFound(brought, 'fee', unknown))
      throw new NotJudged('a fee call may bring an sTxId of its own here');
  }
  const opened = await conversation.fee(feeElsewhere(words), ELSEWHERE);
  if (opened.judgement.kind !== 'accepted')
    throw new NotJudged('the other merchant is refused a first call like this');
  const theirs = stxidOf(opened);
  const back =
    call === 'fee'
      ? await conversation.fee({ ...words.baseline, sTxId: theirs })
      : await conversation.sale({ sTxId: theirs, ...words.saleExtras });
  if (!isFound(back, call, theirs)) throw new NotJudged('each merchant has its own sTxIds here');
}
