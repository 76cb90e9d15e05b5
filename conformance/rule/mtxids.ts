/** The identifiers that rules send: fresh `mTxId`s, unusual ones that a deployment may refuse, and `sTxId`s of no transaction. */
import { randomInt } from 'node:crypto';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { mapTexts } from '../../src/text/json-object.ts';
import { RULE_IDS } from './selection.ts';

/** The forms of fresh `mTxId`s by the letter of their placeholders, such as `{u1}`. All are ordinary. */
const FORMS = {
  m: (text: string) => text,
  u: (text: string) => text.toUpperCase(),
  // The stamp stays as it is, so that reports can mask it.
  x: (text: string) =>
    `${text.slice(0, EXECUTION).replaceAll(/^.|(?<=..)./g, (one) => one.toUpperCase())}${text.slice(EXECUTION)}`,
  d: (text: string) => `${text.slice(0, -STAMP.text)}-${text.slice(-STAMP.text)}`,
  n: (_: string, number: string) => number,
  z: (_: string, number: string) => `${ZEROS}${number}`,
} as const;

/** What they look like beside a plain one. */
export const MTXID_WORDS: Readonly<Record<MtxidForm, string>> = {
  m: 'of small letters and digits',
  u: 'in capitals',
  x: 'in mixed case',
  d: 'that has a dash and is longer',
  n: 'of digits alone',
  z: 'that has leading zeros and is longer',
};

export type MtxidForm = keyof typeof FORMS;

/** All forms, for scripts that each use another one. */
export const MTXID_FORMS = Object.keys(FORMS) as readonly MtxidForm[];

/** Matches every placeholder of an `mTxId`. */
export const MTXID_PLACEHOLDER = new RegExp(`\\{([${MTXID_FORMS.join('')}])(\\d+)\\}`, 'g');

/** The placeholder of an `mTxId`, each number in another form, the plain one first. Services cut `-1`, or what follows `--`. */
export function mtxidInTurn(turn: number, number = 1): string {
  const form = MTXID_FORMS[turn % MTXID_FORMS.length];

  return `{${form}${number}}${form === 'd' ? '--1' : ''}`;
}

/** The random part of a run's identifiers: of texts, and of numbers. */
export interface Stamps {
  readonly text: string;
  readonly number: string;
}

/**
 * One part of a fresh `mTxId` identifies the rule and its execution and is the same in every run. The other, the stamp,
 * is random for each run: a deployment that remembers earlier runs never sees an update, and reports of two runs are
 * equal once the stamp is masked.
 */
export interface FreshMtxids {
  /** Returns a generator of distinct identifiers for one execution of a rule. */
  readonly forExecutionOf: (rule: RuleId) => (form: MtxidForm) => string;
  readonly stamps: Stamps;
}

const ZEROS = '00';

/** Lengths in characters. The sums, 12 and 11, stay below the limits of ordinary services. */
const STAMP = { text: 7, number: 8 };
const COUNT = { text: 1, number: 3 };
const EXECUTION = 4;

/** The smallest number in base 36 that starts with a letter, so that no text looks like a number. */
const FIRST = 10 * 36 ** (EXECUTION - 1);
/** Each rule has a range of its own. */
const EXECUTIONS_PER_RULE = Math.floor((36 ** EXECUTION - FIRST) / (RULE_IDS.length + 1));

export function createStamps(): Stamps {
  return {
    text: toDigits(randomInt(2 ** 36), 36, STAMP.text),
    number: String(randomInt(10 ** (STAMP.number - 1), 10 ** STAMP.number)),
  };
}

export function createFreshMtxids(stamps: Stamps = createStamps()): FreshMtxids {
  const executions = new Map<RuleId, number>();
  let numbers = 0;
  const nextExecution = (rule: RuleId) => {
    const number = executions.get(rule) ?? 0;
    executions.set(rule, number + 1);
    const start = FIRST + (RULE_IDS.indexOf(rule) + 1) * EXECUTIONS_PER_RULE;

    return toDigits(start + (number % EXECUTIONS_PER_RULE), 36, EXECUTION);
  };

  return {
    stamps,
    forExecutionOf(rule) {
      let execution = nextExecution(rule);
      let texts = 0;

      return (form) => {
        if (form === 'n' || form === 'z')
          return FORMS[form]('', stamps.number + toDigits(numbers++, 10, COUNT.number));
        if (texts === 36 ** COUNT.text) {
          execution = nextExecution(rule);
          texts = 0;
        }

        return FORMS[form](execution + toDigits(texts++, 36, COUNT.text) + stamps.text);
      };
    },
  };
}

/** Replaces each stamp in all texts of a JSON value by constant characters. */
export function maskStamps<T>(value: T, { text, number }: Stamps): T {
  return mapTexts(value, (found) =>
    found
      .replaceAll(text, 'x'.repeat(STAMP.text))
      .replaceAll(text.toUpperCase(), 'X'.repeat(STAMP.text))
      .replaceAll(number, '0'.repeat(STAMP.number)),
  );
}

/** The fresh `mTxId`s of a run that texts hold, by placeholders in their order. */
export function freshMtxidsIn(
  texts: readonly string[],
  { text, number }: Stamps,
): ReadonlyMap<string, string> {
  const start = `[a-z0-9]{${EXECUTION + COUNT.text}}`;
  const pattern = new RegExp(
    `${start}-?${text}|${start}${text.toUpperCase()}|(?:${ZEROS})?${number}\\d{${COUNT.number}}`,
    'gi',
  );
  const found = new Set(texts.flatMap((one) => one.match(pattern) ?? []));

  return new Map([...found].map((mTxId, index) => [`{m${index + 1}}`, mTxId]));
}

/** In a shell, a fresh `mTxId` with random digits in place of its stamp. */
export function mtxidInShell(mTxId: string): string {
  // Of digits only: it begins with 1, so that it keeps its length as a number.
  const zeros = mTxId.startsWith(ZEROS) ? ZEROS : '';

  return /^\d+$/.test(mTxId)
    ? `${zeros}1${RANDOM_DIGITS}${mTxId.slice(zeros.length + STAMP.number)}`
    : `${mTxId.slice(0, -STAMP.text)}${RANDOM_DIGITS}`;
}

/** Seven of them. Each byte gives at least one. */
const RANDOM_DIGITS = '$(od -An -N7 -tu1 /dev/urandom | tr -dc 0-9 | head -c 7)';

/** Zeros that extend a fresh `mTxId`, for which `{m1}` stands, to `length` characters, minus those for `others`. */
export function zeroPadding(length: number, others = 0): string {
  return '0'.repeat(length - EXECUTION - COUNT.text - STAMP.text - others);
}

/** Long ones, and some with characters other than letters, digits and dashes. */
export const WIDE_MTXIDS: readonly string[] = [
  ...[64, 255].map((length) => `{m1}${zeroPadding(length)}`),
  '{m1} &é._価',
  // Signs that a filter of markup or of addresses takes for its own, in one of two places.
  '{m1}<b',
  '{m1}+%41',
  '{m1}/1:2,3?4;5#6',
];

/**
 * The same in every run. Names that every JavaScript object has: where a service keeps transactions in an object by
 * their `mTxId`, it finds something else by these; the first can be lost even where the service looks for own
 * properties only. And digits alone, and null, which services take for a number, or for nothing. Of those in one list,
 * a deployment that takes the first has to take the others: earlier runs have opened all of them, or none.
 */
export const FIXED_MTXIDS: readonly (readonly string[])[] = [
  ['__proto__'],
  ['0'],
  ['007'],
  ['null'],
  ['100234', 'toString', 'true'],
];

/** The same in every run: one number, as languages write it. */
export const NUMBERS: readonly string[] = ['31', '037', '0x1F'];

/** Whether earlier runs may have opened a transaction with it. */
export function isFixedMtxid(mTxId: string): boolean {
  return [...FIXED_MTXIDS, NUMBERS].flat().includes(mTxId);
}

/** The last `length` digits, with leading zeros. */
function toDigits(number: number, base: number, length: number): string {
  return number.toString(base).padStart(length, '0').slice(-length);
}

/** `sTxId`s made of a known one, by the letter of their placeholders. Only the first names its transaction. */
export const STXID_FORMS: Readonly<Record<string, (known: string) => string>> = {
  s: (known) => known,
  u: unknownStxid,
  l: (known) => `${known}x`,
  z: (known) => `0${known}`,
  // Half of a short one could be the number of another transaction.
  h: (known) =>
    known.length < MIN_HALVED ? unknownStxid(known) : known.slice(0, Math.floor(known.length / 2)),
};

const MIN_HALVED = 12;

/** Matches every placeholder of an `sTxId`. */
export const STXID_PLACEHOLDER = new RegExp(`^\\{([${Object.keys(STXID_FORMS).join('')}])(\\d+)\\}$`);

/** Fewer changed characters could give the number of another transaction. */
const MIN_CHANGED = 10;

/** Derives an `sTxId` that looks like a known one: of its form, or far longer than any counter where it is short. */
export function unknownStxid(known: string): string {
  const isHex = /^[^g-z]*$/i.test(known);
  const changed = known.replace(/[0-9a-z]/gi, (character) => {
    if (/[0-9]/.test(character)) return String((Number(character) + 5) % 10);

    return isHex ? shift(character, 6, 3) : shift(character, 26, 13);
  });
  const changeable = known.replace(/[^0-9a-z]/gi, '').length;

  return changeable >= MIN_CHANGED ? changed : changed + '0'.repeat(30);
}

/** Rotates a letter among the first `size` letters of the alphabet. */
function shift(letter: string, size: number, places: number): string {
  const first = letter < 'a' ? 65 : 97;

  return String.fromCharCode(first + ((letter.charCodeAt(0) - first + places) % size));
}

/** How two different identifiers are alike. */
export function likeness(one: string, other: string): string {
  const same = (make: (text: string) => string) => make(one) === make(other);
  if (same((text) => text.trim())) return 'spaces around one of them';
  if (same((text) => text.toLowerCase())) return 'the same but for case';
  if (same((text) => text.replace(/^0+/, ''))) return 'the same but for leading zeros';
  if (same((text) => text.replace(/[^\p{L}\p{N}]/gu, ''))) return 'the same but for signs';
  if (same((text) => text.normalize('NFD').replace(/\p{M}/gu, ''))) return 'the same but for accents';
  if (/^[\d.]+$/.test(one) && Number(one) === Number(other)) return 'the same number';
  const first = [...one].findIndex((character, index) => character !== other[index]);
  const common = first === -1 ? one.length : first;
  if (common > 20) return 'the same in their first 20 characters or more';
  if (one.startsWith(other) || other.startsWith(one)) return 'one begins with the other';
  if (one.endsWith(other) || other.endsWith(one)) return 'one ends with the other';
  if (common > 0 && one.slice(common + 1) === other.slice(common + 1)) return 'one character apart';

  return one.slice(-4) === other.slice(-4) ? 'the same at the end' : NOT_ALIKE;
}

/** What was received where two first calls got one `sTxId`, with how their `mTxId`s are alike. */
export function moreThanOnce(sTxId: string, one: unknown, other: unknown): string {
  const alike = typeof one === 'string' && typeof other === 'string' && one !== other && likeness(one, other);
  const named = typeof alike === 'string' && alike !== NOT_ALIKE ? `, for two mTxIds: ${alike}` : '';

  return `${JSON.stringify(sTxId)} more than once${named}`;
}

const NOT_ALIKE = 'nothing in common';
