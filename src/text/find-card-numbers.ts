/** Finds numbers of 13 to 19 digits with a valid check digit, whole or set apart by spaces, dashes and dots. */
import { hasCheckDigit } from './card-brands.ts';

export interface LongNumber {
  readonly digits: string;
  /** The lengths of its groups of digits. */
  readonly groups: readonly number[];
  /** The character before it; empty at the start of the text. */
  readonly before: string;
}

const LEAST = 13;
const MOST = 19;

/** Its separators are at most three characters long. */
const MOST_SEPARATORS = 3;
const CANDIDATES = /\d(?:[ \u00a0.\u2010-\u2015-]{0,3}\d){12,}/g;

/** Whether the text may contain such a number. A loop takes a third of the time of a regular expression. */
export function mayHaveLongNumber(text: string): boolean {
  let digits = 0;
  let separators = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) {
      digits += 1;
      separators = 0;
      if (digits === LEAST) return true;
    } else if (digits > 0) {
      separators += 1;
      if (separators > MOST_SEPARATORS || !isSeparator(code)) digits = 0;
    }
  }

  return false;
}

/** Spaces, dots and dashes. */
function isSeparator(code: number): boolean {
  return (
    code === 0x20 || code === 0x2d || code === 0x2e || code === 0xa0 || (code >= 0x2010 && code <= 0x2015)
  );
}

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;

/** Finds numbers of whole groups: a part of a longer sequence of digits does not count. */
export function longNumbersIn(whole: string): readonly LongNumber[] {
  if (!mayHaveLongNumber(whole)) return [];
  const text = whole.replaceAll(UUID, 'UUID');

  return [...text.matchAll(CANDIDATES)].flatMap(({ 0: candidate, index }) => {
    const groups = [...candidate.matchAll(/\d+/g)].map((group) => ({
      digits: group[0],
      from: index + group.index,
      to: index + group.index + group[0].length,
    }));

    return groups.flatMap((_, first) => numbersAt(text, groups, first));
  });
}

interface Group {
  readonly digits: string;
  readonly from: number;
  readonly to: number;
}

/** The numbers that begin with this group, of at most 19 digits. */
function numbersAt(text: string, groups: readonly Group[], first: number): readonly LongNumber[] {
  const found: LongNumber[] = [];
  const before = text.charAt((groups[first]?.from ?? 0) - 1);
  let digits = '';
  for (let last = first; last < groups.length; last++) {
    const group = groups[last];
    digits += group?.digits ?? '';
    if (digits.length > MOST) break;
    // Groups of an identifier, such as a UUID, have letters beside them.
    const isInWord = last > first && (isLetter(before) || isLetter(text.charAt(group?.to ?? 0)));
    if (digits.length < LEAST || isInWord || !hasCheckDigit(digits)) continue;
    const lengths = groups.slice(first, last + 1).map((each) => each.digits.length);
    found.push({ digits, groups: lengths, before });
  }

  return found;
}

function isLetter(character: string): boolean {
  return /[\p{L}_]/u.test(character);
}
