/** Prints defects × rules: a line for each defect, with the outcome of every rule. */

import type { RuleId } from '../../src/contract/rule-ids.ts';
import { count } from '../../src/text/words.ts';
import { deviationsOf, failuresIn } from './deviations.ts';
import { FAILS_BESIDES } from './expected.ts';
import type { Judged, Mark } from './judge.ts';
import { columnsOf, matrix, SIGNS } from './matrix.ts';

export function defectPage(all: readonly Judged[]): readonly string[] {
  const judged = all.flatMap((one) =>
    one.subject.kind === 'defect' ? [{ ...one, rule: one.subject.rule, defect: one.subject.defect }] : [],
  );
  const rules = judged[0]?.marks.map(({ id }) => id) ?? [];
  if (rules.length === 0) return [];
  const right = judged.filter((one) => deviationsOf(one).length === 0).length;
  const explained = judged.flatMap(({ defect }) => {
    const besides = FAILS_BESIDES[defect];

    return besides === undefined ? [] : [`  ${defect}: ${besides.why}`];
  });

  return [
    'DEFECTS × RULES: each mock breaks one rule, and that rule must fail at effort standard; the other rules judge it',
    'at effort quick, or at effort standard if the defect shows only in their requests',
    '',
    `  ${'no'.padStart(3)}  ${'defect'.padEnd(LONGEST_ID)}  level   found   requests  example  also fails`,
    ...judged.map((one) => lineOf(one, rules)),
    '',
    `  ${right} of ${judged.length} found by the rule that they break, and by others only as explained below.`,
    ...explained,
    '  No mock can break transport/https, which is about the address of a deployment.',
    '',
    '  F the broken rule fails   f another rule fails   u unstable   b blocked by a rule that fails',
    '  - not judged   o observed   ! the tool broke   . passes',
    `  columns: ${columnsOf(rules)}`,
    '',
    ...matrix(
      rules,
      judged.map(({ rule, marks }) => ({
        label: String(rules.indexOf(rule) + 1).padStart(3),
        signs: marks.map((mark) => signOf(mark, rule)),
      })),
    ),
  ];
}

const LONGEST_ID = 72;

type OfDefect = Judged & { readonly rule: RuleId; readonly defect: string };

function lineOf({ rule, defect, marks, requests, ...rest }: OfDefect, rules: readonly string[]): string {
  const own = marks.find(({ id }) => id === rule);
  const besides = failuresIn({ ...rest, marks }).filter(({ id }) => id !== rule);
  const steps = own?.steps ?? 0;
  const cells = [
    String(rules.indexOf(rule) + 1).padStart(3),
    defect.padEnd(LONGEST_ID),
    (own?.level ?? '').padEnd(6),
    (own?.outcome === 'fail' ? 'yes' : 'NO').padEnd(5),
    String(requests).padStart(9),
    (steps === 0 ? '' : count(steps, 'step')).padStart(9),
    besides.map(({ id }) => id).join(', '),
  ];

  return `  ${cells.join('  ')}`.trimEnd();
}

function signOf({ id, outcome }: Mark, broken: RuleId): string {
  if (outcome === 'fail') return id === broken ? 'F' : 'f';

  return outcome === 'unstable' ? 'u' : SIGNS[outcome];
}
