/** What is special about the value of a field, in few words that do not depend on how it was found. */

/** Traits of an opaque text; none for one of letters, digits, dashes and single spaces. */
export function textTraits(text: string): readonly string[] {
  if (text === '') return ['empty'];
  if (text.trim() === '') return ['blank'];

  return [...TEXT_TRAITS].filter(([, has]) => has(text)).map(([trait]) => trait);
}

const TEXT_TRAITS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['over 255 characters', (text: string) => [...text].length > 255],
  ['over 32 characters', (text: string) => [...text].length > 32 && [...text].length <= 255],
  ['line break', (text: string) => /[\t\r\n]/.test(text)],
  ['control character', (text: string) => /(?![\t\r\n])\p{Cc}/u.test(text)],
  ['single quote', (text: string) => text.includes("'")],
  ['double quote', (text: string) => text.includes('"')],
  ['backslash', (text: string) => text.includes('\\')],
  ['angle bracket', (text: string) => /[<>]/.test(text)],
  ['ampersand', (text: string) => text.includes('&')],
  ['brace or bracket', (text: string) => /[{}[\]]/.test(text)],
  ['percent sign', (text: string) => text.includes('%')],
  ['other punctuation', (text: string) => /[!#$()*+,./:;=?@^`|~]/.test(text)],
  ['character outside ASCII', (text: string) => /(?!\p{Cc})[\u0080-\uffff]/u.test(text)],
  ['character outside the basic plane', (text: string) => /[\u{10000}-\u{10ffff}]/u.test(text)],
  ['leading or trailing space', (text: string) => /^ | $/.test(text)],
  ['word that languages know', (text: string) => /^(null|undefined|true|false|nan|__proto__)$/i.test(text)],
  ['leading zero', (text: string) => /^0\d*$/.test(text)],
]);

/** Traits of a `nicn`; none for 6 to 8 digits, save where the rule is about their number. */
export function nicnTraits(nicn: string, isFocus: boolean): readonly string[] {
  if (nicn === '') return ['empty'];
  if (/^[0-9]+$/.test(nicn)) {
    const { length } = nicn;
    if (length >= 6 && length <= 8) return isFocus ? [`${length} digits`] : [];
    if (length < 5) return ['1 to 4 digits'];
    if (length === 5 || length === 9) return [`${length} digits`];

    return [length < 13 ? '10 to 12 digits' : '13 digits or more'];
  }
  const inner = nicn.trim();
  if (inner !== nicn) return [/\n$/.test(nicn) ? 'line end behind it' : 'space or line end around it'];
  if (/^0x|^\d+e\d+$|^[+-]\d+$|^\d+\.\d*$/i.test(nicn)) return ['another spelling of a number'];
  if (/\p{Nd}/u.test(nicn.replace(/[0-9]/g, ''))) return ['digits of another script'];
  if (/[a-z]/i.test(nicn)) return ['letter'];

  return [/^[\u0020-\u007e]*$/.test(nicn) ? 'space or sign' : 'invisible or other character'];
}

/** The form of a region; of a documented one only where the rule is about regions. */
export function regionTraits(region: string, isFocus: boolean): readonly string[] {
  const documented = REGION_FORMS.find(([, form]) => form.test(region))?.[0];
  if (documented !== undefined) return isFocus ? [documented] : [];
  if (region === '') return ['empty'];

  return [/^\d+$/.test(region) ? 'digits that are no zip code' : 'no documented form'];
}

const REGION_FORMS: readonly (readonly [string, RegExp])[] = [
  ['zip code with a leading zero', /^0\d{4}$/],
  ['zip code', /^\d{5}$/],
  ['two-letter state', /^[A-Z]{2}$/],
  ['ISO state code', /^[A-Z]{2}-[A-Z0-9]{1,3}$/],
];

/** In US dollars; only rules about amounts ask. */
export function amountTraits(amount: number): readonly string[] {
  if (amount < 0) return ['negative'];
  if (amount === 0) return ['zero'];
  const decimals = /\.(\d+)/.exec(String(amount))?.[1]?.length ?? 0;
  const form = ['whole', 'one decimal', 'two decimals'][decimals] ?? 'more decimals';

  return [amount < 1 ? `below a dollar with ${form}` : form];
}

/** How two identifiers that differ are alike. */
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

  return one.slice(-4) === other.slice(-4) ? 'the same at the end' : 'nothing in common';
}
