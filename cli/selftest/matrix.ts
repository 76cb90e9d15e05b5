/** Prints a matrix: a row for each mock, a column for each rule, one character in each cell. */
import { groupOf } from '../../conformance/report/rule-status.ts';

/** The signs of outcomes that both matrices show alike. */
export const SIGNS = { pass: '.', blocked: 'b', skipped: '-', observed: 'o', broken: '!' } as const;

export interface Row {
  readonly label: string;
  /** A sign for each rule, in the order of the rules. */
  readonly signs: readonly string[];
}

export function matrix(rules: readonly string[], rows: readonly Row[]): readonly string[] {
  const width = Math.max(0, ...rows.map(({ label }) => label.length));
  const numbers = rules.map((_, at) => String(at + 1));
  const digits = Math.max(0, ...numbers.map((number) => number.length));
  const head = Array.from({ length: digits }, (_, at) =>
    line(
      '',
      numbers.map((number) => number.padStart(digits)[at] ?? ''),
    ),
  );

  function line(label: string, signs: readonly string[]): string {
    const apart = signs.map((sign, at) => (startsGroup(rules, at) ? ` ${sign}` : sign)).join('');

    return `  ${label.padEnd(width)}  ${apart}`.trimEnd();
  }

  return [...head, ...rows.map(({ label, signs }) => line(label, signs))];
}

/** Which columns are which group, such as `1-7 fee-request`. */
export function columnsOf(rules: readonly string[]): string {
  const starts = rules.map((id, at) => ({ id, at })).filter(({ at }) => at === 0 || startsGroup(rules, at));
  const runs = starts.map(({ id, at }, index) => {
    const last = starts[index + 1]?.at ?? rules.length;

    return `${at + 1 === last ? last : `${at + 1}-${last}`} ${groupOf(id)}`;
  });

  return runs.join(', ');
}

function startsGroup(rules: readonly string[], at: number): boolean {
  const [id, before] = [rules[at], rules[at - 1]];

  return id !== undefined && before !== undefined && groupOf(id) !== groupOf(before);
}
