/** Masks JSON as it was written: forms of numbers, white space, order and repeated names stay. */
import { digitRuns } from './digits.ts';
import { isSecretName } from './find-secrets.ts';
import { parseJson } from './json-object.ts';
import {
  applyEdits,
  type MaskStyle,
  maskBodyText,
  maskIdentifier,
  maskText,
  maskWholeNumber,
  NOTES,
  type TextEdit,
} from './mask.ts';

/** Masks a body, which may be JSON, truncated JSON, a form or any other text. */
export function maskBody(text: string, options: Pick<JsonOptions, 'style' | 'writeMask'> = {}): string {
  return isJson(text) ? maskJson(text, options) : maskBodyText(text, options.style);
}

/**
 * Masks a value of plain data.
 *
 * @param name of the field with this value
 * @throws RangeError if the value is nested too deeply
 */
export function maskValue(value: unknown, name = ''): unknown {
  return value === undefined ? value : JSON.parse(maskJson(JSON.stringify(value), { name }));
}

function isJson(text: string): boolean {
  return /^\s*[{["]/.test(text) && parseJson(text) !== undefined;
}

/** Strings, numbers and punctuation; the letters of `true`, `false` and `null` are passed over. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\]:,]/g;

/** An array or object around the token that is read. */
interface Container {
  readonly isArray: boolean;
  /** Whether it is the value of a secret field. */
  readonly isSecret: boolean;
  /** The name of the member that is read; in an array that of the array. */
  name: string;
  isNameNext: boolean;
  /** Entries in a row that may be pieces of a card number. */
  pieces: Leaf[];
}

interface Leaf {
  readonly from: number;
  readonly raw: string;
  readonly digits: string;
}

interface JsonOptions {
  readonly style?: MaskStyle;
  /** Of the field with this value. */
  readonly name?: string;
  /** Writes the mask of a number that is none itself; by default as a string. */
  readonly writeMask?: (mask: string) => string;
}

export function maskJson(
  json: string,
  { style = NOTES, name: outerName = '', writeMask = JSON.stringify }: JsonOptions = {},
): string {
  const edits: TextEdit[] = [];
  const around: Container[] = [];
  const outer: Container = {
    isArray: false,
    isSecret: false,
    name: outerName,
    isNameNext: false,
    pieces: [],
  };
  const write = (masked: string) => (/^-?\d[\d.eE+-]*$/.test(masked) ? masked : writeMask(masked));
  const edit = ({ from, raw }: Pick<Leaf, 'from' | 'raw'>, text: string) => {
    if (text !== raw) edits.push({ from, to: from + raw.length, text });
  };
  /** Masks the card numbers that the pieces of an array make together, and forgets the pieces. */
  const endPieces = (container: Container) => {
    const { pieces } = container;
    if (pieces.length > 0) container.pieces = [];
    for (const { first, last } of runsOver(pieces)) {
      const run = pieces.slice(first, last + 1);
      const masked = style.digits(run.map(({ digits }) => digits).join('\n')).split('\n');
      for (const [at, leaf] of run.entries()) {
        const mask = masked[at] ?? '…';
        edit(leaf, /^\d+$/.test(mask) ? leaf.raw.replace(leaf.digits, mask) : JSON.stringify(mask));
      }
    }
  };
  for (const { 0: raw, index: from } of json.matchAll(TOKENS)) {
    const inner = around.at(-1) ?? outer;
    if (raw === '{' || raw === '[') {
      endPieces(inner);
      const isArray = raw === '[';
      const isSecret = inner.isSecret || isSecretField(inner.name);
      around.push({ isArray, isSecret, name: inner.name, isNameNext: !isArray, pieces: [] });
    } else if (raw === '}' || raw === ']') {
      endPieces(inner);
      around.pop();
    } else if (raw === ',') {
      if (!inner.isArray) inner.isNameNext = true;
    } else if (inner.isNameNext) {
      inner.name = String(JSON.parse(raw));
      inner.isNameNext = false;
      const name = maskText(inner.name, style);
      if (name !== inner.name) edit({ from, raw }, JSON.stringify(name));
    } else if (raw !== ':') {
      const isSecret = inner.isSecret || isSecretField(inner.name);
      const digits = /^"?\s{0,9}(\d{1,8})\s{0,9}"?$/.exec(raw)?.[1];
      if (inner.isArray && digits !== undefined && !isSecret) inner.pieces.push({ from, raw, digits });
      else {
        endPieces(inner);
        edit({ from, raw }, maskLeaf(raw, isSecret && inner.name !== 'cardToken' ? 'secret' : inner.name));
      }
    }
  }

  return applyEdits(json, edits);

  /** @param raw a string or number as it was written */
  function maskLeaf(raw: string, name: string): string {
    if (!raw.startsWith('"')) {
      const isHidden = isSecretField(name);

      return write(isHidden ? maskSecretNumber(raw, name, style) : maskNumber(raw, name, style));
    }
    const text = String(JSON.parse(raw));
    const masked =
      !isSecretField(name) && isJson(text)
        ? maskJson(text, { style, name, writeMask })
        : maskField(text, name, style);

    return masked === text ? raw : JSON.stringify(masked);
  }
}

function isSecretField(name: string): boolean {
  return name === 'cardToken' || isSecretName(name);
}

/** Fields that can consist of digits. */
const IDENTIFIERS: ReadonlySet<string> = new Set(['sTxId', 'mTxId']);
/** Fields in US dollars. */
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'totalAmount', 'transactionFee']);

function maskField(text: string, name: string, style: MaskStyle): string {
  if (name === 'cardToken') return style.cardToken(text);
  if (isSecretName(name)) return style.secret(text);
  if (name === 'nicn') return maskIdentifier(maskWholeNumber(text, style), style);

  return IDENTIFIERS.has(name) ? maskIdentifier(text, style) : maskText(text, style);
}

function maskNumber(text: string, name: string, style: MaskStyle): string {
  if (AMOUNTS.has(name) && !Number.isInteger(Number(text))) return text;

  return maskText(text, style, AMOUNTS.has(name) || IDENTIFIERS.has(name) ? 'identifier' : 'header');
}

/** A JSON number has no leading zero. */
function maskSecretNumber(raw: string, name: string, style: MaskStyle): string {
  const hide = name === 'cardToken' ? style.cardToken : style.secret;
  const masked = raw.replace(/\d+/, (digits) => hide(digits).replace(/^0/, '1'));
  if (/^-?\d/.test(masked)) return Number.isFinite(Number(masked)) ? masked : '0';

  return hide(raw);
}

/** The numbers that consecutive texts of digits make together. */
function runsOver(pieces: readonly Leaf[]) {
  if (pieces.length < 2) return [];
  const text = pieces.map(({ digits }) => digits).join('\n');

  return digitRuns(text, 'identifier').filter(({ first, last }) => last > first);
}
