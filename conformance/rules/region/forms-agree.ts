/** The two-letter form and the ISO form of a state are two words for one place. */
import { feeOf, granted, sameFee } from '../../expect.ts';
import { NotJudged } from '../../failure.ts';
import { property } from '../../rule.ts';
import type { Vocabulary } from '../../vocabulary.ts';

interface Case {
  readonly state: string;
  readonly iso: string;
  /** US dollars. */
  readonly amount: number;
}

/** States tried, each with as many amounts. */
const MOST_STATES = 3;
const MOST_AMOUNTS = 2;

export const formsAgree = property<Case>({
  id: 'region/forms-agree',
  section: '2.1',
  level: 'should',
  title: 'a state gives one fee, whether by its two letters or by its ISO code',
  tries: 'States that the deployment file has in both forms. Left out where fees vary from call to call.',
  fix:
    'Turn the two letters and the ISO code of a state into one place first, and look up prices and ' +
    'limits by that.',
  after: ['region/accepts-two-letter-state', 'region/accepts-iso-state-code'],
  lacks: (words) =>
    statesInBothForms(words).length === 0
      ? 'no deployment file names a state in both forms (regions.state and regions.iso)'
      : undefined,
  probes: (words) =>
    words.plainAmounts
      .slice(0, MOST_AMOUNTS)
      .flatMap((amount) => statesInBothForms(words).map((state) => ({ ...state, amount }))),

  async holds({ state, iso, amount }, { fee }, { baseline, feesRepeat }) {
    if (!feesRepeat) throw new NotJudged('fees vary from call to call here, so none can be compared');
    const byState = granted(
      await fee({ ...baseline, amount, region: state }),
      'region/accepts-two-letter-state',
    );
    const byIso = granted(await fee({ ...baseline, amount, region: iso }), 'region/accepts-iso-state-code');
    sameFee(feeOf(byIso), feeOf(byState), `for ${iso} the fee that ${state} gets,`);
  },
});

function statesInBothForms({ regions }: Vocabulary): readonly Omit<Case, 'amount'>[] {
  return regions.state
    .flatMap((state) =>
      regions.iso.filter((iso) => iso.slice(2) === `-${state}`).map((iso) => ({ state, iso })),
    )
    .slice(0, MOST_STATES);
}
