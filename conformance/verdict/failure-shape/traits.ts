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
  return names
    .toSorted()
    .flatMap((name) =>
      transactionFieldTraits(name, opening[name]).map((trait) => `transaction ${name}: ${trait}`),
    );
}

function transactionFieldTraits(name: string, value: unknown): readonly string[] {
  switch (name) {
    case 'sTxId':
    case 'mTxId':
      return [];
    case 'nicn':
      return nicnTraits(String(value), true);
    case 'region':
      return regionTraits(String(value), true);
    case 'amount':
      return amountTraits(Number(value));
    default:
      return ['given'];
  }
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

/** Empty for a text of letters, digits, dashes and single spaces. */
export function textTraits(text: string): readonly string[] {
  if (text === '') return ['empty'];
  if (text.trim() === '') return ['blank'];

  return TEXT_TRAITS.filter(([, form]) => form.test(text)).map(([trait]) => trait);
}

/** Empty for small letters and digits after a first letter, to which shrinking reduces an `mTxId` where it can. */
function mtxidTraits(mTxId: string): readonly string[] {
  return [
    ...textTraits(mTxId),
    ...MTXID_TRAITS.filter(([, form]) => form.test(mTxId)).map(([trait]) => trait),
  ];
}

type Traits = readonly (readonly [string, RegExp])[];

/** Those that no other text has. */
const MTXID_TRAITS: Traits = [
  ['capital letter', /[A-Z]/],
  ['dash', /-/],
  ['digits alone', /^\d+$/],
  ['zero', /^0$/],
];

const TEXT_TRAITS: Traits = [
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

/** Empty for a documented form, except for rules about regions. */
function regionTraits(region: string, isFocus: boolean): readonly string[] {
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
