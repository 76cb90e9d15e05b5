/** From all that was found to one text. */
import { EITHER } from '../../src/contract/read-choices.ts';
import { startOf } from '../../src/text/visible.ts';
import type { Finding, Observation } from './observation.ts';

/** A deployment that varies endlessly is told by some of it. */
const MOST_TOLD = 6;
const LONGEST = 600;

/** Undefined where nothing was found. */
export function combine(
  findings: readonly Finding[],
  joins: Observation['joins'] = 'same',
): string | undefined {
  const [first = []] = findings;
  if (first.length === 0) return undefined;
  const common = first.filter((option) => findings.every((finding) => finding.includes(option)));
  if (joins === 'same' && common.length > 0) return common.join(EITHER);

  const different = new Set(findings.map((finding) => finding.join(EITHER)));
  const told = [...different].toSorted();
  const more = told.length > MOST_TOLD ? ['…'] : [];

  return cut([...told.slice(0, MOST_TOLD), ...more].join(joins === 'each' ? '; ' : ', '));
}

/** Whether one more answer could tell more. */
export function isTold(findings: readonly Finding[]): boolean {
  const told = combine(findings);

  return told !== undefined && !told.includes(EITHER);
}

function cut(text: string): string {
  return text.length > LONGEST ? `${startOf(text, LONGEST)}…` : text;
}
