/** What a colour means. Each has one meaning, and the page takes them from here alone; page.css has the colours. */

const WORDS = {
  /** Accepted, or as it should be. */
  good: ['new', 'updated', 'priced', 'sold', 'passed', 'conformant', 'live', 'expected'],
  /** Refused, failed or lost. */
  bad: ['refused', 'failed', 'lost', 'nonconformant', 'got'],
  /** Accepted, though not as it should be; or not clear. */
  warn: ['hint', 'should failed', 'unclear', 'unstable', 'inconclusive'],
  /** Made so on purpose: an injected fault, a scenario, a changed choice or clock. */
  fault: ['fault', 'changed'],
  /** None of these. */
  calm: ['connecting', 'not tested', 'observed', 'excused'],
} as const;

export type Tone = keyof typeof WORDS;
export type Word = (typeof WORDS)[Tone][number];

const TONES = Object.fromEntries(
  Object.entries(WORDS).flatMap(([tone, words]) => words.map((word) => [word, tone])),
) as Readonly<Record<Word, Tone>>;

export function toneOf(word: Word): Tone {
  return TONES[word];
}
