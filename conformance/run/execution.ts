/** Runs one case of a rule once and tells how it went. */
import type { Answered } from '../client/answer.ts';
import { Interrupted } from '../client/interruption.ts';
import { BudgetSpent } from '../client/pace.ts';
import {
  type Body,
  type Conversation,
  type Reply,
  startConversation,
  type Transcript,
} from '../conversation.ts';
import { NotAnswering, NotJudged, RuleBroken } from '../failure.ts';
import { isDocumented } from '../manner.ts';
import { feeIn, learnDialect } from '../oracle.ts';
import type { Rule } from '../rule.ts';
import type { Ground } from './ground.ts';

export type Execution =
  | { readonly kind: 'held'; readonly requests: number }
  | {
      readonly kind: 'broken-rule';
      readonly failure: RuleBroken;
      readonly transcript: Transcript;
      readonly requests: number;
    }
  | {
      readonly kind: 'not-judged';
      readonly reason: NotJudged;
      readonly transcript: Transcript;
      readonly requests: number;
    }
  | { readonly kind: 'not-answering'; readonly why: string; readonly requests: number }
  | { readonly kind: 'budget-spent'; readonly requests: number }
  | { readonly kind: 'interrupted'; readonly requests: number };

/** @throws whatever else the rule throws: a fault of the tool, not of the deployment */
export async function execute(rule: Rule, value: unknown, ground: Ground): Promise<Execution> {
  const conversation = converse(rule, ground);
  const { transcript } = conversation;
  try {
    await rule.holds(value, conversation, ground.wordsFor(rule));
    const requests = transcript.steps.length;
    const why = whyNotReached(transcript);
    return why === undefined ? { kind: 'held', requests } : { kind: 'not-answering', why, requests };
  } catch (error) {
    await conversation.quiet();
    const requests = transcript.steps.length;
    const why = whyNotReached(transcript);
    if (error instanceof RuleBroken && why !== undefined) return { kind: 'not-answering', why, requests };
    if (error instanceof RuleBroken) return { kind: 'broken-rule', failure: error, transcript, requests };
    if (error instanceof NotJudged) return { kind: 'not-judged', reason: error, transcript, requests };
    if (error instanceof NotAnswering) return { kind: 'not-answering', why: error.message, requests };
    if (error instanceof BudgetSpent) return { kind: 'budget-spent', requests };
    if (error instanceof Interrupted) return { kind: 'interrupted', requests };
    throw error;
  }
}

/** Whatever a rule makes of it, a proxy that stood in the way is no doing of the deployment. */
function whyNotReached({ steps }: Transcript): string | undefined {
  const faults = steps.flatMap(({ answer }) =>
    answer.kind === 'unanswered' && answer.cause === 'proxy' ? answer.detail : [],
  );

  return faults[0] === undefined ? undefined : `the proxy ${faults[0]}`;
}

/** Beyond so many they would tell nothing new, and each may be long. */
const MOST_SUSPECTS = 50;

function converse(
  rule: Rule,
  {
    client,
    dialect,
    deployment,
    suspects,
    unanswered,
    fees,
    stxids,
    lapses,
    watch,
    wordsFor,
    mtxids,
  }: Ground,
): Conversation {
  const baseline = JSON.stringify(wordsFor({}).baseline);
  const opens = createOpening();
  const name = rule.merchant === 'several' && deployment.several !== undefined ? 'several' : 'one';

  return startConversation({
    client,
    dialect,
    token: deployment[name]?.token,
    tokenOfSeveral: deployment.several?.token,
    freshMtxid: mtxids.forExecutionOf(rule.id),
    onSuspect(sighting) {
      const isFee = sighting.reply.operation === 'calculateFee';
      if (isFee && suspects.length < MOST_SUSPECTS) suspects.push(sighting);
    },
    onReply: (reply, step) => {
      const { operation, sent, manner, judgement } = reply;
      watch.show(reply, name);
      if (!isDocumented(manner)) return;
      const { answer } = reply;
      if (answer.kind === 'unanswered' && answer.cause !== 'proxy')
        unanswered.push({ operation, raw: step.body });
      if (name === 'one' && step.body === baseline && answer.kind === 'answered' && isSure(reply, answer))
        lapses.note(judgement.kind === 'accepted' ? 'accepted' : 'refused', { answer, step });
      if (operation === 'calculateFee') stxids.call();
      if (operation !== 'calculateFee' || judgement.kind !== 'accepted' || !opens(sent)) return;
      const fee = feeIn(judgement.body);
      if (fee !== undefined && !('mTxId' in sent)) fees.note(`${name} ${step.body}`, fee);
      const { sTxId } = judgement.body;
      if (typeof sTxId === 'string') stxids.note(name, sTxId, step);
    },
  });
}

/** Tells first calls from updates. An mTxId that is made up of more than a fresh one may be taken for another. */
function createOpening(): (sent: Body) => boolean {
  const named = new Set<string>();

  return (sent) => {
    if ('raw' in sent || 'sTxId' in sent) return false;
    if (!('mTxId' in sent)) return true;
    const mTxId = String(sent['mTxId']);
    const isNew = /^\{m\d+\}$/.test(mTxId) && !named.has(mTxId);
    named.add(mTxId);

    return isNew;
  };
}

/** An error of the server, or an answer that says neither, is no refusal of the request's content. */
function isSure({ operation, judgement }: Reply, answer: Answered): boolean {
  if (operation !== 'calculateFee' || answer.status >= 500) return false;

  return (
    judgement.kind === 'accepted' || (judgement.kind === 'refused' && learnDialect(answer) === undefined)
  );
}
