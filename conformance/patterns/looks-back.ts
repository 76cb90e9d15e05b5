/** The rules on every answer of a run: some bad requests of their own, and what other rules have met. */
import type { Reply } from '../conversation.ts';
import { NotJudged, type RuleBroken } from '../failure.ts';
import { property, type Rule, type RuleHead, type Sightings } from '../rule.ts';
import type { Called, Vocabulary } from '../vocabulary.ts';
import { repeatCall } from './repeat-call.ts';

interface LooksBackSpec extends Omit<RuleHead, 'stage' | 'level'> {
  /** What is wrong with an answer, if anything is. */
  readonly finds: (reply: Reply) => RuleBroken | undefined;
  /** How the rule was broken in the run by answers that do not repeat. */
  readonly sightings?: (words: Vocabulary) => Sightings<Called>;
}

export function looksBack({ finds, ...head }: LooksBackSpec): Rule {
  return property<Called>({
    ...head,
    level: 'should',
    stage: 3,
    watchesEveryManner: true,
    watches: () => (reply) => {
      if (finds(reply) !== undefined) return 'odd';

      return isNoSuccess(reply) ? 'fine' : 'else';
    },
    probes: ({ oddCallsTo }) => [...oddCallsTo(head.id), ...BAD_INPUT],

    async holds(call, conversation) {
      const reply = await repeatCall(call, conversation);
      if (reply.answer.kind === 'unanswered')
        throw new NotJudged('no answer to look at', 'robustness/answers-in-time');
      const found = finds(reply);
      if (found !== undefined) throw found;
    },
  });
}

/** What a valid call is answered with shows little of what a server does with another. */
function isNoSuccess({ answer, judgement }: Reply): boolean {
  return answer.kind === 'answered' && judgement.kind !== 'accepted';
}

/** Sent where no other rule has met anything of the kind: what is likely to make a server stumble. */
const BAD_INPUT: readonly Called[] = [
  { operation: 'calculateFee', body: { raw: '{"amount":' } },
  { operation: 'calculateFee', body: { raw: '[]' } },
  { operation: 'calculateFee', body: { amount: {}, nicn: [], region: 1 } },
  { operation: 'attachSale', body: { sTxId: "'" } },
  { operation: 'attachSale', body: { mTxId: '\u0000' } },
  { operation: 'attachSale', body: { sTxId: 7, mTxId: {}, authCode: [] } },
  { operation: 'calculateFee', body: {}, manner: { credential: 'garbled' } },
];
