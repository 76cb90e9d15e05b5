/** Runs one case of a rule once and tells how it went. */
import { BudgetSpent } from '../client/pace.ts';
import { type Conversation, startConversation, type Transcript } from '../conversation.ts';
import { NotJudged, RuleBroken, TokenRefused } from '../failure.ts';
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
  | { readonly kind: 'not-judged'; readonly reason: NotJudged; readonly requests: number }
  | { readonly kind: 'token-refused'; readonly requests: number }
  | { readonly kind: 'budget-spent'; readonly requests: number };

/** @throws whatever else the rule throws: a fault of the tool, not of the deployment */
export async function execute(rule: Rule, value: unknown, ground: Ground): Promise<Execution> {
  const conversation = converse(rule, ground);
  const { transcript } = conversation;
  try {
    await rule.holds(value, conversation, ground.wordsFor(rule));
    return { kind: 'held', requests: transcript.steps.length };
  } catch (error) {
    const requests = transcript.steps.length;
    if (error instanceof RuleBroken) return { kind: 'broken-rule', failure: error, transcript, requests };
    if (error instanceof NotJudged) return { kind: 'not-judged', reason: error, requests };
    if (error instanceof TokenRefused) return { kind: 'token-refused', requests };
    if (error instanceof BudgetSpent) return { kind: 'budget-spent', requests };
    throw error;
  }
}

function converse(rule: Rule, { client, dialect, deployment, suspects, unanswered }: Ground): Conversation {
  const merchant = rule.merchant === 'several' ? deployment.several : deployment.one;

  return startConversation({
    client,
    dialect,
    token: merchant?.token,
    onUnanswered: (operation, raw) => unanswered.push({ operation, raw }),
    onSuspect: (operation, sent) => operation === 'calculateFee' && suspects.push(sent),
  });
}
