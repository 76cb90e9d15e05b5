/** What a developer is told beside an answer: which choices shaped it, and what was overlooked. */
import type { Violation } from '../../contract/types.ts';

/** Headers have to stay small. */
const MOST_TOLD = 20;

/** Such as `success-status=201, number-form=exponent`. */
export function tellChoices(made: Readonly<Record<string, string>>): string {
  return Object.entries(made)
    .map(([name, option]) => `${name}=${option}`)
    .join(', ');
}

/** Such as `header X-Requested-With, /campaign (fee-request/refuses-wrong-types)`. */
export function tellViolations(violations: readonly Violation[]): string {
  const told = violations
    .slice(0, MOST_TOLD)
    .map(({ pointer, rule }) => (rule === undefined ? tell(pointer) : `${tell(pointer)} (${rule})`));
  const more = violations.length - told.length;

  return more === 0 ? told.join(', ') : `${told.join(', ')}, and ${more} more`;
}

/** A pointer may hold names that somebody made up, with what no header may have. */
function tell(pointer: string): string {
  return pointer
    .replaceAll('…', '...')
    .toWellFormed()
    .replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent);
}
