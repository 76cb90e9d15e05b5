/** Replaces known secrets in a text, whole or in pieces, plain, encoded or obfuscated with escapes or separators. */
import { escapeHtml } from './visible.ts';

export interface Secret {
  readonly text: string;
  /** The replacement. */
  readonly mark: string;
  /** Whether only the whole text is a secret, because its parts occur in other texts. */
  readonly isWhole?: boolean;
}

const DISGUISED = 'REDACTED: a secret in disguise';

/** Shorter secrets could match other text by chance. */
const MIN_LENGTH = 4;

/** Length of parts of a JWT, and of any piece of a secret. */
const MIN_PART = 16;

/** Returns a function that redacts a text. */
export function createRedactor(secrets: readonly Secret[]): (text: string) => string {
  const known = secrets.filter(({ text }) => text.length >= MIN_LENGTH);
  const forms = known.flatMap(({ text, mark, isWhole = false }) => {
    const all = [...escaped(text), ...base64(text), ...(isWhole ? [] : partsOf(text))];

    return [...new Set(all)].map((form) => ({ form, mark, isWhole }));
  });
  forms.sort((a, b) => b.form.length - a.form.length);
  const redactPieces = createPieceRedactor(forms.filter(({ isWhole }) => !isWhole));
  const isDisguised = createDisguiseDetector(
    known.flatMap(({ text, isWhole = false }) => (isWhole ? [text] : [text, ...partsOf(text)])),
  );

  return (text) => {
    // Hundreds of forms, most of them longer than most texts.
    const redacted = forms.reduce(
      (rest, { form, mark }) => (form.length > rest.length ? rest : rest.replaceAll(form, mark)),
      text,
    );

    return isDisguised(redacted) ? DISGUISED : redactPieces(redacted);
  };
}

/** The text as URL-encoded, JSON, HTML, shell-quoted and hexadecimal. */
function escaped(text: string): readonly string[] {
  const inAddress = encodeURIComponent(text);
  const inJson = jsonOf(text);
  const inPage = escapeHtml(text);
  const hex = Buffer.from(text).toString('hex');

  return [
    text,
    inAddress,
    inAddress.replaceAll(/%../g, (code) => code.toLowerCase()),
    inJson,
    jsonOf(inJson),
    inJson.replaceAll('/', String.raw`\/`),
    jsonOf(inJson.replaceAll('/', String.raw`\/`)),
    inPage,
    inPage.replaceAll('&#39;', '&#x27;').replaceAll('/', '&#x2F;'),
    text.replaceAll("'", String.raw`'\''`),
    hex,
    hex.toUpperCase(),
  ];
}

function jsonOf(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The text in base64, alone or after other text such as `Bearer `: in each of the three alignments. */
function base64(text: string): readonly string[] {
  return (['base64', 'base64url'] as const).flatMap((encoding) => {
    const aligned = [0, 1, 2].map((before) => {
      const encoded = Buffer.from(' '.repeat(before) + text).toString(encoding);
      const whole = Math.floor(((before + text.length) * 8) / 6);

      return encoded.slice(Math.ceil((before * 8) / 6), whole);
    });

    return [Buffer.from(text).toString(encoding), ...aligned];
  });
}

/** The parts of a JWT, which a response can contain separately. */
function partsOf(text: string): readonly string[] {
  return text.split('.').filter((part) => part.length >= MIN_PART);
}

interface SecretForm {
  readonly form: string;
  readonly mark: string;
}

/** Every piece of MIN_PART characters contains a whole gram that begins at a multiple of its length. */
const GRAM = MIN_PART / 2;

/** Positions of a gram per form: a repetitive secret has the same gram in many positions. */
const MAX_POSITIONS = 4;

/** Returns a function that replaces pieces of the forms, for responses that truncate a secret. */
function createPieceRedactor(forms: readonly SecretForm[]): (text: string) => string {
  const places = new Map<string, { readonly form: string; readonly mark: string; readonly at: number }[]>();
  for (const { form, mark } of forms) {
    for (let at = 0; form.length >= MIN_PART && at + GRAM <= form.length; at++) {
      const gram = form.slice(at, at + GRAM);
      const known = places.get(gram) ?? [];
      const ofForm = known.filter((place) => place.form === form).length;
      if (ofForm < MAX_POSITIONS) places.set(gram, [...known, { form, mark, at }]);
    }
  }

  return (text) => {
    let redacted = '';
    let end = 0;
    for (let at = 0; at + GRAM <= text.length; at += GRAM) {
      if (at < end) continue;
      for (const { form, mark, at: inForm } of places.get(text.slice(at, at + GRAM)) ?? []) {
        let before = 0;
        while (at - before > end && inForm > before && text[at - before - 1] === form[inForm - before - 1])
          before++;
        let behind = GRAM;
        while (at + behind < text.length && text[at + behind] === form[inForm + behind]) behind++;
        if (before + behind < MIN_PART) continue;
        redacted += text.slice(end, at - before) + mark;
        end = at + behind;
        break;
      }
    }

    return redacted + text.slice(end);
  };
}

/** Letters and digits of a secret; shorter ones could match other text by chance. */
const MIN_LETTERS = 16;

/** Levels of nested escapes that are decoded. */
const MAX_LAYERS = 3;

/**
 * `A` as `\u0041`, `\u{41}`, `\x41`, `%41`, `=41`, `&#65;` or `&#x41;`; and escapes of other characters. Without groups,
 * which would take memory for every escape of a text.
 */
const ESCAPES =
  /\\u\{[\da-f]{1,6}\}|\\u[\da-f]{4}|\\x[\da-f]{2}|%[\da-f]{2}|=[\da-f]{2}|&#x[\da-f]{1,6};?|&#\d{1,7};?|\\[bfnrt]|&[a-z]+;/gi;

/** The number in an escape of a letter. */
const HEXADECIMAL = /^(?:\\u\{?|\\x|[%=]|&#x)([\da-f]+)/i;
const DECIMAL = /^&#(\d+)/;

/** Returns a function that reports whether a text contains a secret, with any separators between its letters. */
export function createDisguiseDetector(secrets: readonly string[]): (text: string) => boolean {
  const cores = secrets.map(core).filter(({ length }) => length >= MIN_LETTERS);

  return (text) => {
    if (text.length < MIN_LETTERS) return false;
    for (let layer = 0, shown = text; layer <= MAX_LAYERS; layer++) {
      const letters = core(shown);
      if (cores.some((secret) => letters.includes(secret))) return true;
      const decoded = decode(shown);
      if (decoded === shown) return false;
      shown = decoded;
    }

    return false;
  };
}

function core(text: string): string {
  return text.replaceAll(/[^A-Za-z\d]+/g, '');
}

function decode(text: string): string {
  return text.replaceAll(ESCAPES, (written) => {
    const hex = HEXADECIMAL.exec(written)?.[1];
    const code = hex === undefined ? Number(DECIMAL.exec(written)?.[1] ?? 0) : Number.parseInt(hex, 16);

    return code > 0 && code < 128 ? String.fromCharCode(code) : '';
  });
}
