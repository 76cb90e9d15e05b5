/** Lists the traits of the fields of a request, in words that depend on no random value. */
import type { AnyRuleId } from '../../../src/contract/client-rule-ids.ts';
import { FIELD_TYPES, REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import type { OperationId } from '../../../src/contract/types.ts';
import type { JsonObject } from '../../../src/text/json-object.ts';

const WORDS = { number: 'number', string: 'text', strings: 'list of texts' } as const;

const DOCUMENTED_TYPES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(FIELD_TYPES).flatMap((types) =>
    Object.entries(types).map(([name, type]) => [name, WORDS[type]]),
  ),
);

/** Fields are described in detail only for the rules that are about them. */
const ABOUT_TEXTS = ['opaque/', 'sale/authcode-is-opaque'];
/** Rules on two `mTxId`s that are alike. */
export const ABOUT_PAIRS = ['identity/distinct-mtxids', 'identity/mtxid-is-case-sensitive'];
const ABOUT_AMOUNTS = ['fee-request/accepts-decimal', 'fee-request/refuses-negative'];

/** Each such as `authCode: empty`, `without amount` or `an unknown field`. */
export function traitsOf(
  rule: AnyRuleId,
  operation: OperationId,
  fields: JsonObject,
  isFirstCall: boolean,
): readonly string[] {
  const missing =
    operation === 'calculateFee' ? REQUIRED_FIELDS.filter((name) => fields[name] === undefined) : [];

  return [
    ...missing.map((name) => `without ${name}`),
    ...Object.keys(fields)
      .toSorted()
      .flatMap((name) =>
        // True for `__proto__` and `constructor` as well: shapes in waiver files name them.
        name in DOCUMENTED_TYPES
          ? fieldTraits(rule, name, fields, isFirstCall).map((trait) => `${name}: ${trait}`)
          : 'an unknown field',
      ),
  ];
}

/** Those of the fee call that opened the transaction of a sale, each such as `transaction region: ISO state code`. */
export function transactionTraits(
  opening: JsonObject,
  names: readonly string[] = Object.keys(opening),
): readonly string[] {
  const traits = (name: string) => {
    const value = opening[name];
    if (name === 'sTxId' || name === 'mTxId') return [];
    if (name === 'nicn') return nicnTraits(String(value), true);
    if (name === 'region') return regionTraits(String(value), true);

    return name === 'amount' ? amountTraits(Number(value)) : ['given'];
  };

  return names.toSorted().flatMap((name) => traits(name).map((trait) => `transaction ${name}: ${trait}`));
}

function fieldTraits(
  rule: AnyRuleId,
  name: string,
  fields: JsonObject,
  isFirstCall: boolean,
): readonly string[] {
  const value = fields[name];
  const isAbout = (...groups: readonly string[]) => groups.some((group) => rule.startsWith(group));
  if (typeOf(value) !== DOCUMENTED_TYPES[name]) return [typeOf(value)];

  switch (name) {
    case 'sTxId':
      return [];
    case 'mTxId':
      // Of two mTxIds, what counts is how they are alike.
      if (isAbout(...ABOUT_PAIRS)) return [];

      return [...(isFirstCall && !isAbout('identity/') ? ['given'] : []), ...mtxidTraits(String(value))];
    case 'nicn':
      return nicnTraits(String(value), isAbout('nicn/accepts'));
    case 'region':
      return regionTraits(String(value), isAbout('region/'));
    case 'amount':
      return isAbout(...ABOUT_AMOUNTS) ? amountTraits(Number(value)) : extremeTraits(Number(value));
    case 'totalAmount':
      return isAbout('multi-pay/') ? [shareOf(fields)] : ['given', ...extremeTraits(Number(value))];
    default:
      return isAbout(...ABOUT_TEXTS) ? opaqueTraits(value) : ['given'];
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? 'list of texts' : 'other list';

  return typeof value === 'string' ? 'text' : typeof value;
}

function opaqueTraits(value: unknown): readonly string[] {
  if (value === '') return ['empty'];
  const texts = [value].flat().map(String);
  if (texts.length === 0) return ['no texts'];
  const number = texts.length === 1 ? [] : [texts.length > 5 ? 'many texts' : 'several texts'];

  return [...new Set(['given', ...number, ...texts.flatMap(textTraits)])];
}

function shareOf({ amount, totalAmount }: JsonObject): string {
  const [part, total] = [Number(amount), Number(totalAmount)];
  if (part === total) return 'all of it';
  if (part > total) return 'less than the amount';

  return part < total / 20 ? 'a small part of it' : 'a part of it';
}

/** Words for the values that match a form. */
type Forms = readonly (readonly [trait: string, form: RegExp])[];

function matching(text: string, forms: Forms): readonly string[] {
  return forms.filter(([, form]) => form.test(text)).map(([trait]) => trait);
}

/** Empty for small letters and digits after a first letter, to which shrinking reduces an `mTxId` where it can. */
function mtxidTraits(mTxId: string): readonly string[] {
  return [...textTraits(mTxId), ...matching(mTxId, MTXID_FORMS)];
}

/** Those that no other text has. */
const MTXID_FORMS: Forms = [
  ['capital letter', /[A-Z]/],
  ['dash', /-/],
  ['digits alone', /^\d+$/],
  ['zero', /^0$/],
];

/** Empty for a text of letters, digits, dashes and single spaces. */
export function textTraits(text: string): readonly string[] {
  return text.trim() === '' ? [text === '' ? 'empty' : 'blank'] : matching(text, TEXT_FORMS);
}

const TEXT_FORMS: Forms = [
  ['over 255 characters', /^.{256,}$/su],
  ['over 32 characters', /^.{33,255}$/su],
  ['line break', /[\t\r\n]/],
  ['control character', /(?![\t\r\n])\p{Cc}/u],
  ['single quote', /'/],
  ['double quote', /"/],
  ['backslash', /\\/],
  ['angle bracket', /[<>]/],
  ['ampersand', /&/],
  ['brace or bracket', /[{}[\]]/],
  ['percent sign', /%/],
  ['other punctuation', /[!#$()*+,./:;=?@^`|~]/],
  ['character outside ASCII', /(?!\p{Cc})[\u0080-\uffff]/u],
  ['character outside the basic plane', /[\u{10000}-\u{10ffff}]/u],
  ['leading or trailing space', /^ | $/],
  ['word that languages know', /^(null|undefined|true|false|nan|__proto__|tostring)$/i],
  ['leading zero', /^0\d*$/],
];

/** Empty for 6 to 8 digits, except for rules about the number of digits. */
function nicnTraits(nicn: string, isFocus: boolean): readonly string[] {
  if (/^[0-9]{6,8}$/.test(nicn)) return isFocus ? [`${nicn.length} digits`] : [];

  return matching(nicn, NICN_FORMS).slice(0, 1);
}

/** The first one counts. */
const NICN_FORMS: Forms = [
  ['empty', /^$/],
  ['1 to 4 digits', /^[0-9]{1,4}$/],
  ['5 digits', /^[0-9]{5}$/],
  ['9 digits', /^[0-9]{9}$/],
  ['10 to 12 digits', /^[0-9]{10,12}$/],
  ['13 digits or more', /^[0-9]{13,}$/],
  ['line end behind it', /\n$/],
  ['space or line end around it', /^\s|\s$/],
  ['another spelling of a number', /^0x|^\d+e\d+$|^[+-]\d+$|^\d+\.\d*$/i],
  ['digits of another script', /(?![0-9])\p{Nd}/u],
  ['letter', /[a-z]/i],
  ['space or sign', /^[\u0020-\u007e]*$/],
  ['invisible or other character', /^/],
];

/** Empty for a documented form, except for rules about regions. */
function regionTraits(region: string, isFocus: boolean): readonly string[] {
  const [documented] = matching(region, REGION_FORMS);
  if (documented !== undefined) return isFocus ? [documented] : [];
  if (region === '') return ['empty'];

  return [/^\d+$/.test(region) ? 'digits that are no zip code' : 'no documented form'];
}

const REGION_FORMS: Forms = [
  ['zip code with a leading zero', /^0\d{4}$/],
  ['zip code', /^\d{5}$/],
  ['two-letter state', /^[A-Z]{2}$/],
  ['ISO state code', /^[A-Z]{2}-[A-Z0-9]{1,3}$/],
];

/** Empty for an amount that an order could have. */
function extremeTraits(amount: number): readonly string[] {
  if (!Number.isFinite(amount)) return ['too large a number'];

  return amount < 0 ? ['negative'] : [];
}

function amountTraits(amount: number): readonly string[] {
  const extreme = extremeTraits(amount);
  if (extreme.length > 0) return extreme;
  if (amount === 0) return ['zero'];
  const decimals = /\.(\d+)/.exec(String(amount))?.[1]?.length ?? 0;
  const form = ['whole', 'one decimal', 'two decimals'][decimals] ?? 'more decimals';

  return [amount < 1 ? `below a dollar with ${form}` : form];
}
