/** Sentences and lists that all kinds of comparison share. */
import { count } from '../../src/text/words.ts';
import type { Comparison, Row } from './compare-reports.ts';

export function describeReports({ subject, columns, rules, choices }: Comparison): string {
  const number = (rows: readonly Row[]) => rows.filter(({ differs }) => differs).length;

  return `${count(columns.length, 'report')} of a ${subject}: ${count(number(rules), 'rule')} and ${count(number(choices), 'choice')} differ`;
}

export function differingRows({ rules, choices }: Comparison): readonly Row[] {
  return [...rules, ...choices].filter(({ differs }) => differs);
}

interface SameRows {
  /** Such as `passed in all`. */
  readonly label: string;
  readonly names: readonly string[];
}

/** The rows that do not differ, by their common result. */
export function sameInAll({ rules, choices }: Comparison): readonly SameRows[] {
  const same = (rows: readonly Row[]) => rows.filter(({ differs }) => !differs);
  const byStatus = Map.groupBy(same(rules), labelOf);

  return [
    ...[...byStatus].map(([label, rows]) => ({
      label: `Rules ${label}`,
      names: rows.map(({ name }) => name),
    })),
    { label: 'Choices with one option in all', names: same(choices).map(({ name }) => name) },
  ].filter(({ names }) => names.length > 0);
}

function labelOf({ cells }: Row): string {
  const texts = new Set(cells.map(({ text }) => (text === '' ? 'not tested' : text)));
  const [text, ...others] = texts;
  if (others.length === 0) return text === 'not tested' ? 'tested in none' : `${text} in all`;
  const tested = [...texts].filter((text) => text !== 'not tested');

  return `${tested.join(' or ')} where they were tested`;
}
