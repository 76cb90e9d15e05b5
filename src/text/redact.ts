/** Replaces known secrets in a text: whole or in pieces, plain, encoded or disguised. */
import { createDisguises } from './disguise.ts';
import { escapeHtml } from './escape-html.ts';

export interface Secret {
  readonly text: string;
  /** What stands in its place. */
  readonly mark: string;
  /** Whether only the whole text is a secret, since its parts stand in other texts as well. */
  readonly isWhole?: boolean;
}

const DISGUISED = 'REDACTED: a secret in disguise';

/** Shorter ones would be found in other words by chance. */
const SHORTEST = 4;

/** Of secrets that are not whole: the parts of a JWT, and any piece, as a server cuts one. */
const SHORTEST_PART = 16;

/** A function that redacts a text. */
export function createRedactor(secrets: readonly Secret[]): (text: string) => string {
  const known = secrets.filter(({ text }) => text.length >= SHORTEST);
  const forms = known.flatMap(({ text, mark, isWhole = false }) => {
    const all = [...escaped(text), ...base64(text), ...(isWhole ? [] : partsOf(text))];

    return [...new Set(all)].map((form) => ({ form, mark, isWhole }));
  });
  forms.sort((a, b) => b.form.length - a.form.length);
  const redactPieces = createPieces(forms.filter(({ isWhole }) => !isWhole));
  const isDisguised = createDisguises(
    known.flatMap(({ text, isWhole = false }) => (isWhole ? [text] : [text, ...partsOf(text)])),
  );

  return (text) => {
    const redacted = forms.reduce((rest, { form, mark }) => rest.replaceAll(form, mark), text);

    return isDisguised(redacted) ? DISGUISED : redactPieces(redacted);
  };
}

/** As it stands in an address, in JSON, in a page, in a shell's quotes, or as the digits of its bytes. */
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

/** As it stands in base64, alone or behind other text such as `Bearer `: at each of the three alignments. */
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

/** A JWT's signature is what makes it a secret; its other parts may stand alone in an answer as well. */
function partsOf(text: string): readonly string[] {
  return text.split('.').filter((part) => part.length >= SHORTEST_PART);
}

interface Form {
  readonly form: string;
  readonly mark: string;
}

/** Every piece of SHORTEST_PART characters holds one whole gram that begins at a multiple of its length. */
const GRAM = SHORTEST_PART / 2;

/** Of each form: a secret that repeats itself has the same gram in many places. */
const MOST_PLACES = 4;

/** Replaces pieces of the forms, as are left where a server has cut them. */
function createPieces(forms: readonly Form[]): (text: string) => string {
  const places = new Map<string, { readonly form: string; readonly mark: string; readonly at: number }[]>();
  for (const { form, mark } of forms) {
    for (let at = 0; form.length >= SHORTEST_PART && at + GRAM <= form.length; at++) {
      const gram = form.slice(at, at + GRAM);
      const known = places.get(gram) ?? [];
      const ofForm = known.filter((place) => place.form === form).length;
      if (ofForm < MOST_PLACES) places.set(gram, [...known, { form, mark, at }]);
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
        if (before + behind < SHORTEST_PART) continue;
        redacted += text.slice(end, at - before) + mark;
        end = at + behind;
        break;
      }
    }

    return redacted + text.slice(end);
  };
}
