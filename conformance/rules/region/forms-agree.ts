/** The two-letter form and the ISO form of a state get the same fee. */
import { assertSameFee, feeOf, requireAccepted } from '../../rule/assertions.ts';
import type { RuleContext } from '../../rule/context.ts';
import { assertFeesRepeat } from '../../rule/patterns/compare-fees.ts';
import { rule } from '../../rule/rule.ts';

interface Case {
  readonly state: string;
  readonly iso: string;
  /** US dollars. */
  readonly amount: number;
}

const MAX_STATES = 3;
const AMOUNTS_PER_STATE = 2;

export const formsAgree = rule<Case>({
  id: 'region/forms-agree',
  section: '2.1',
  level: 'should',
  title: 'a state gets the same fee by its two letters and by its ISO code',
  tries: 'States that the deployment file has in both forms. Not tried where fees vary from call to call.',
  fix: 'Convert the two letters and the ISO code of a state to one place first, and look up prices and limits by that.',
  dependsOn: ['region/accepts-two-letter-state', 'region/accepts-iso-state-code'],
  missing: (context) =>
    statesInBothForms(context).length === 0
      ? 'no deployment file names a state in both forms (regions.state and regions.iso)'
      : undefined,
  probes: (context) =>
    context.data.plainAmounts
      .slice(0, AMOUNTS_PER_STATE)
      .flatMap((amount) => statesInBothForms(context).map((state) => ({ ...state, amount }))),

  async run({ state, iso, amount }, { fee }, context) {
    assertFeesRepeat(context);
    const request = { ...context.baseline, amount };
    const byState = requireAccepted(
      await fee({ ...request, region: state }),
      'region/accepts-two-letter-state',
    );
    const byIso = requireAccepted(await fee({ ...request, region: iso }), 'region/accepts-iso-state-code');
    assertSameFee(feeOf(byIso), feeOf(byState), `for ${iso} the fee that ${state} gets,`);
  },
});

function statesInBothForms({ data: { regions } }: RuleContext): readonly Omit<Case, 'amount'>[] {
  return regions.state
    .flatMap((state) =>
      regions.iso.filter((iso) => iso.slice(2) === `-${state}`).map((iso) => ({ state, iso })),
    )
    .slice(0, MAX_STATES);
}
