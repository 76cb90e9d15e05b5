import { BudgetSpent } from '../client/budget.ts';
import { Interrupted } from '../client/interruption.ts';
import { type Conversation, startConversation, type Transcript } from '../conversation.ts';
import { NotAnswering, NotJudged, RuleBroken } from '../failure.ts';
import type { Rule } from '../rule.ts';
import type { Ground } from './ground.ts';

export type Execution =
  | { readonly kind: 'held'; readonly transcript: Transcript; readonly requests: number }
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
  | { readonly kind: 'budget-spent'; readonly why: string; readonly requests: number }
  | { readonly kind: 'interrupted'; readonly requests: number };

/** @throws whatever else the rule throws: a fault of the tool, not of the deployment */
export async function execute(rule: Rule, value: unknown, ground: Ground): Promise<Execution> {
  const conversation = converse(rule, ground);
  const { transcript } = conversation;
  try {
    await rule.holds(value, conversation, ground.wordsFor(rule));
    const requests = transcript.steps.length;
    const why = whyNotReached(transcript);
    return why === undefined
      ? { kind: 'held', transcript, requests }
      : { kind: 'not-answering', why, requests };
  } catch (error) {
    await conversation.quiet();
    const requests = transcript.steps.length;
    const why = whyNotReached(transcript);
    if (error instanceof RuleBroken && why !== undefined) return { kind: 'not-answering', why, requests };
    if (error instanceof RuleBroken) return { kind: 'broken-rule', failure: error, transcript, requests };
    if (error instanceof NotJudged) return { kind: 'not-judged', reason: error, transcript, requests };
    if (error instanceof NotAnswering) return { kind: 'not-answering', why: error.message, requests };
    if (error instanceof BudgetSpent) return { kind: 'budget-spent', why: error.message, requests };
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

function converse(
  rule: Rule,
  { client, dialect, deployment, memory, mtxids, contentChecks }: Ground,
): Conversation {
  const name = rule.merchant === 'several' && deployment.several !== undefined ? 'several' : 'one';

  return startConversation({
    client,
    dialect,
    token: deployment[name]?.token,
    tokenOfSeveral: deployment.several?.token,
    unusableTokens: deployment.tokens,
    cardTokens: deployment.cardTokens,
    contentCheck: contentChecks[name],
    freshMtxid: mtxids.forExecutionOf(rule.id),
    onSuspect: memory.noteSuspect,
    onReply: memory.listen(name),
  });
}
