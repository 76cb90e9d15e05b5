/** Which known word somebody meant. The only file that knows fastest-levenshtein. */
import { distance } from 'fastest-levenshtein';

/** The word that takes the fewest edits to reach, the first of several; none where half the letters differ. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, edits: distance(word, candidate) }))
    .filter(({ candidate, edits }) => edits <= Math.max(word.length, candidate.length) / 2)
    .sort((one, other) => one.edits - other.edits);

  return best?.candidate;
}
