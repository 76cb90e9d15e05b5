/** Which known word somebody meant. The only file that knows fastest-levenshtein. */
import { distance } from 'fastest-levenshtein';

/**
 * The word that takes the fewest edits to reach, the first of several; capitals count for nothing. None where half
 * the letters differ, or what came is no text.
 */
export function nearest(word: unknown, known: readonly string[]): string | undefined {
  if (typeof word !== 'string' || word.length > LONGEST) return undefined;
  const [best] = known
    .map((candidate) => ({ candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.max(word.length, candidate.length) / 2)
    .sort((one, other) => one.edits - other.edits);

  return best?.candidate;
}

/** No known word comes near this, and the work grows with the square of it. */
const LONGEST = 100;
