/** Suggests a known word for a misspelt one; the only file that imports fastest-levenshtein. */
import { createRequire } from 'node:module';

/** Loaded with the first misspelt word, so that no start waits for it. */
const levenshtein = () =>
  createRequire(import.meta.url)('fastest-levenshtein') as typeof import('fastest-levenshtein');

/**
 * Returns the first word with the smallest edit distance, ignoring case. Undefined if half of the letters
 * differ or more, unless they are the same letters in another order, or the value is not a string.
 */
export function nearest(word: unknown, known: readonly string[]): string | undefined {
  if (typeof word !== 'string' || word.length > MAX_LENGTH) return undefined;
  const { distance } = levenshtein();
  const [best] = known
    .map((candidate) => ({ candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => isNear(word, candidate, edits))
    .sort((one, other) => one.edits - other.edits);

  return best?.candidate;
}

function isNear(word: string, candidate: string, edits: number): boolean {
  const half = Math.max(word.length, candidate.length) / 2;
  const lettersOf = (text: string) => [...text.toLowerCase()].sort().join('');

  return edits < half || (edits === half && lettersOf(word) === lettersOf(candidate));
}

/** The running time grows with the square of the length. */
const MAX_LENGTH = 100;
