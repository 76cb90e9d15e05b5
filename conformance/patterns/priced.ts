/** The rules on what a fee may be: on every fee of the run, and on some more. */
import type { Reply } from '../conversation.ts';
import { RuleBroken } from '../failure.ts';
import { feeIn } from '../oracle.ts';
import type { Rule, RuleHead } from '../rule.ts';
import { responds } from './responds.ts';
import { successOf } from './success.ts';

interface PricedSpec extends Pick<RuleHead, 'id' | 'title' | 'tries' | 'fix'> {
  readonly expected: string;
  /** For a fee in US dollars. */
  readonly isFine: (usd: number) => boolean;
}

export function priced({ expected, isFine, ...head }: PricedSpec): Rule {
  return responds({
    ...head,
    section: '2.2',
    level: 'should',
    after: ['fee-response/is-json-object'],
    watches: () => (reply) => {
      const usd = feeOfAccepted(reply);
      if (usd === undefined) return 'else';

      return isFine(usd) ? 'fine' : 'odd';
    },

    judges(reply) {
      const usd = feeIn(successOf(reply));
      if (usd !== undefined && !isFine(usd)) throw new RuleBroken(expected, String(usd));
    },
  });
}

/** What is asked for less than nothing is the concern of the rule that has such amounts refused. */
function feeOfAccepted({ operation, sent, judgement }: Reply): number | undefined {
  if (operation !== 'calculateFee' || judgement.kind !== 'accepted') return undefined;

  return 'amount' in sent && Number(sent['amount']) < 0 ? undefined : feeIn(judgement.body);
}
