/** The two-letter form and the ISO form of a state get the same fee. */
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { RuleContext } from '../../rule/context.ts';
import { unlessPriced } from '../../rule/patterns/values.ts';
import { rule } from '../../rule/rule.ts';
import { fee, type Script } from '../../rule/script.ts';

interface StateForms {
  readonly state: string;
  readonly iso: string;
}

const MAX_STATES = 3;
const AMOUNTS_PER_STATE = 2;

export const formsAgree = rule({
  id: 'region/forms-agree',
  section: '2.1',
  level: 'should',
  title: 'a state gets the same fee by its two letters and by its ISO code',
  tries:
    'States that the deployment file has in both forms. Not tried where fees vary from call to call, and where the ' +
    'prices are known: fee/matches-reference then compares such fees.',
  fix: 'Convert the two letters and the ISO code of a state to one place first, and look up prices and limits by that.',
  dependsOn: ['region/accepts-two-letter-state', 'region/accepts-iso-state-code'],
  missing: (context) =>
    statesInBothForms(context).length === 0
      ? 'no deployment file names a state in both forms (regions.state and regions.iso)'
      : unlessPriced(context),
  scripts: (context) =>
    context.data.plainAmounts
      .slice(0, AMOUNTS_PER_STATE)
      .flatMap((amount) =>
        statesInBothForms(context).map((state) => toScript(state, { ...context.baseline, amount })),
      ),
});

function toScript({ state, iso }: StateForms, request: FeeRequest): Script {
  const feeOf = { call: 1, what: `for ${iso} the fee that ${state} gets,` };

  return {
    calls: [
      fee({ ...request, region: state }, { needs: 'region/accepts-two-letter-state' }),
      fee({ ...request, region: iso }, { needs: 'region/accepts-iso-state-code', expects: { feeOf } }),
    ],
  };
}

function statesInBothForms({ data: { regions } }: RuleContext): readonly StateForms[] {
  return regions.state
    .flatMap((state) =>
      regions.iso.filter((iso) => iso.slice(2) === `-${state}`).map((iso) => ({ state, iso })),
    )
    .slice(0, MAX_STATES);
}
