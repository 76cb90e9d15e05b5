/** All defects: one for each rule that a mock can break, and others that break the same rule elsewhere. */
import { BREAKABLE_RULES, type BreakableRule, type DefectName } from '../../../contract/rule-ids.ts';
import { nearest } from '../../../reading/nearest.ts';
import type { Behavior } from '../../behavior.ts';
import { MockError } from '../../mock-error.ts';
import type { Change, Defects } from './defect.ts';
import { IDENTITY_DEFECTS } from './identity.ts';
import { inPlace, withPositions } from './places.ts';
import { REQUEST_DEFECTS } from './requests.ts';
import { RESPONSE_DEFECTS } from './responses.ts';

const BY_RULE: { readonly [R in BreakableRule]: Defects } = {
  ...REQUEST_DEFECTS,
  ...RESPONSE_DEFECTS,
  ...IDENTITY_DEFECTS,
};

interface Defect {
  readonly rule: BreakableRule;
  readonly summary: string;
  readonly change: Change;
}

const LABELLED = /^([a-z0-9-]+(?:, [a-z0-9-]+)*): (.+)$/;

/** Each defect by its name, in the order of the rules: each rule, followed by `RULE:LABEL`. */
const BY_NAME: ReadonlyMap<DefectName, Defect> = new Map(
  BREAKABLE_RULES.flatMap((rule) =>
    Object.entries(BY_RULE[rule]).flatMap(([text, change]): (readonly [DefectName, Defect])[] => {
      const [, labels, words = ''] = LABELLED.exec(text) ?? [];
      if (labels === undefined) return [[rule, { rule, summary: text, change }]];

      return labels.split(', ').map((label) => {
        const [summary, own] = inPlace(label, words, change);

        return [`${rule}:${label}`, { rule, summary, change: own }];
      });
    }),
  ),
);

export const DEFECT_NAMES = [...BY_NAME.keys()];

/** The variants of the defect of a rule. */
export function variantsOf(rule: BreakableRule): readonly DefectName[] {
  return DEFECT_NAMES.filter((name) => name.startsWith(`${rule}:`));
}

/** What the mock does wrong: completes "the mock ...". */
export function describeDefect(name: DefectName): string | undefined {
  return BY_NAME.get(name)?.summary;
}

/** @throws MockError `unknown-defect` */
export function createDefects(names: readonly DefectName[]): readonly Behavior[] {
  return names.map((name) => {
    const defect = BY_NAME.get(name);
    if (defect === undefined) throw unknown(name);

    return withPositions(defect.change, defect.rule);
  });
}

function unknown(name: string): MockError {
  const meant = nearest(name, DEFECT_NAMES);
  const hint = meant === undefined ? '' : `. Did you mean ${meant}?`;

  return new MockError(
    'unknown-defect',
    `defect: expected the id of a rule that a mock can break, got ${JSON.stringify(name)}${hint}`,
  );
}
