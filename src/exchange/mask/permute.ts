/** Replaces letters and digits so that form and equality stay: a keyed permutation of all texts of the same form. */
import { hash } from 'node:crypto';

/** Six rounds of a Feistel network, with halves that may differ in length, as format-preserving encryption has them. */
const ROUNDS = [0, 1, 2, 3, 4, 5] as const;

/** Far more steps than needed if one text in ten is accepted. */
const MAX_STEPS = 2_000;

/**
 * Replaces ASCII digits by digits and ASCII letters by letters of the same case, and keeps everything else. Different
 * texts of the same form stay different. A text with a letter or digit never stays the same, unless it is the only one
 * of its form that is accepted.
 *
 * @param key secret and of a fixed length
 * @param isAccepted must accept the text itself
 */
export function permute(
  text: string,
  key: string,
  isAccepted: (text: string) => boolean = () => true,
): string {
  const values = valuesOf(text);
  if (values.length === 0) return text;
  if (values.length > MOST_VALUES) return scatter(text, values, key);
  const form = text.replaceAll(/[0-9A-Za-z]/g, (letter) => (letter <= '9' ? '0' : letter < 'a' ? 'A' : 'a'));
  for (const round of ROUNDS) shift(values, { key, form, round, sign: 1 });
  for (let step = 0; ; step++) {
    // One step between a permutation and its inverse leads through all texts of the form, in a secret order.
    increment(values);
    const next = values.map((value) => ({ ...value }));
    for (const round of ROUNDS.toReversed()) shift(next, { key, form, round, sign: -1 });
    const permuted = withValues(text, next);
    if (step === MAX_STEPS || isAccepted(permuted)) return permuted;
  }
}

/** With more letters and digits two texts cannot meet by chance, and rounds over them would take long. */
const MOST_VALUES = 64;

/** Adds to each letter and digit what the whole text determines. */
function scatter(text: string, values: readonly Value[], key: string): string {
  const seed = hash('sha256', `${key} ${text}`);
  let block: Buffer = Buffer.alloc(0);
  for (const [index, value] of values.entries()) {
    const at = (index * 2) % 32;
    if (at === 0) block = hash('sha256', `${seed} ${index}`, 'buffer');
    value.number = (value.number + block.readUInt16LE(at)) % value.radix;
  }

  return withValues(text, values);
}

/** A letter or digit: a number below the radix. */
interface Value {
  number: number;
  readonly radix: 10 | 26;
}

function valuesOf(text: string): Value[] {
  return (text.match(/[0-9A-Za-z]/g) ?? []).map((letter) =>
    letter <= '9'
      ? { number: Number(letter), radix: 10 }
      : { number: Number.parseInt(letter, 36) - 10, radix: 26 },
  );
}

function withValues(text: string, values: readonly Value[]): string {
  let at = 0;

  return text.replaceAll(/[0-9A-Za-z]/g, (letter) => {
    const { number, radix } = values[at++] ?? { number: 0, radix: 10 };
    if (radix === 10) return String(number);
    const lower = (number + 10).toString(36);

    return letter < 'a' ? lower.toUpperCase() : lower;
  });
}

function increment(values: readonly Value[]): void {
  for (const value of values.toReversed()) {
    value.number = (value.number + 1) % value.radix;
    if (value.number > 0) return;
  }
}

interface Round {
  readonly key: string;
  readonly form: string;
  readonly round: number;
  /** 1 forwards, -1 to undo it. */
  readonly sign: 1 | -1;
}

/** Adds to one half of the values what the other half determines. */
function shift(values: readonly Value[], { key, form, round, sign }: Round): void {
  const middle = values.length >> 1;
  const [changed, other] =
    round % 2 === 0
      ? [values.slice(middle), values.slice(0, middle)]
      : [values.slice(0, middle), values.slice(middle)];
  const seed = hash(
    'sha256',
    `${key} ${round} ${other.map(({ number }) => number).join()} ${form}`,
    'buffer',
  );
  for (const [index, value] of changed.entries()) {
    const sum = value.number + sign * (seed.readUInt8(index) % value.radix);
    value.number = (sum + value.radix) % value.radix;
  }
}
