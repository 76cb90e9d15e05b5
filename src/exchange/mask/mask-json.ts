/** Masks JSON as it was written: forms of numbers, white space, order and repeated names stay. */
import { cardNumbersAcross } from '../../text/card-numbers.ts';
import { isSecretName } from '../../text/find-secrets.ts';
import { applyEdits, type MaskStyle, type TextEdit } from '../../text/hide-secrets.ts';
import { maskBodyText, maskField, maskNumberText, maskText } from '../../text/mask.ts';

/** Masks a body, which may be JSON, truncated JSON, a form or any other text. */
export function maskBody(text: string, style: MaskStyle): string {
  return isJson(text) ? maskJson(text, style) : maskBodyText(text, style);
}

export function isJson(text: string): boolean {
  if (!/^\s*[{["]/.test(text)) return false;
  try {
    JSON.parse(text);

    return true;
  } catch {
    return false;
  }
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

function maskJson(json: string, style: MaskStyle): string {
  const edits: TextEdit[] = [];
  const around: Container[] = [];
  for (const { 0: raw, index: from } of json.matchAll(TOKENS)) {
    const inner = around.at(-1);
    if (raw === '{' || raw === '[') {
      addPieces(edits, inner, style);
      const { name = '', isSecret = false } = inner ?? {};
      const isArray = raw === '[';
      around.push({
        isArray,
        isSecret: isSecret || isSecretField(name),
        name,
        isNameNext: !isArray,
        pieces: [],
      });
    } else if (raw === '}' || raw === ']') {
      addPieces(edits, inner, style);
      around.pop();
    } else if (raw === ',') {
      if (inner?.isArray === false) inner.isNameNext = true;
    } else if (inner?.isNameNext) {
      inner.name = String(JSON.parse(raw));
      inner.isNameNext = false;
      const name = maskText(inner.name, style);
      if (name !== inner.name) edits.push({ from, to: from + raw.length, text: JSON.stringify(name) });
    } else if (raw !== ':') {
      const digits = /^"?\s{0,9}(\d{1,8})\s{0,9}"?$/.exec(raw)?.[1];
      const isSecret = inner?.isSecret === true || isSecretField(inner?.name ?? '');
      if (inner?.isArray && digits !== undefined && !isSecret) inner.pieces.push({ from, raw, digits });
      else {
        addPieces(edits, inner, style);
        const text = maskLeaf(raw, isSecret ? 'secret' : (inner?.name ?? ''), style);
        if (text !== raw) edits.push({ from, to: from + raw.length, text });
      }
    }
  }

  return applyEdits(json, edits);
}

function isSecretField(name: string): boolean {
  return name === 'cardToken' || isSecretName(name);
}

/** @param raw a string or number as it was written */
function maskLeaf(raw: string, name: string, style: MaskStyle): string {
  if (!raw.startsWith('"'))
    return name === 'secret' ? maskSecretNumber(raw, style) : maskNumberText(raw, name, style);
  const text = String(JSON.parse(raw));
  const masked = !isSecretField(name) && isJson(text) ? maskJson(text, style) : maskField(text, name, style);

  return masked === text ? raw : JSON.stringify(masked);
}

/** A JSON number has no leading zero. */
function maskSecretNumber(raw: string, style: MaskStyle): string {
  const masked = raw.replace(/\d+/, (digits) => style.secret(digits).replace(/^0/, '1'));

  return Number.isFinite(Number(masked)) ? masked : '0';
}

/** Masks the card numbers that the pieces of an array make together, and forgets the pieces. */
function addPieces(edits: TextEdit[], container: Container | undefined, style: MaskStyle): void {
  const { pieces = [] } = container ?? {};
  if (container === undefined || pieces.length === 0) return;
  container.pieces = [];
  for (const { first, last } of cardNumbersAcross(pieces.map(({ digits }) => digits))) {
    const run = pieces.slice(first, last + 1);
    const masked = style.digits?.(run.map(({ digits }) => digits).join(' ')).split(' ') ?? [];
    for (const [at, { from, raw, digits }] of run.entries())
      edits.push({ from, to: from + raw.length, text: raw.replace(digits, masked[at] ?? digits) });
  }
}
