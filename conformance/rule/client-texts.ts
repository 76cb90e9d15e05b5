/** The texts of a request that may contain a card number: fields, headers and address. */
import type { Call } from '../../src/exchange/call.ts';
import { mayHaveLongNumber } from '../../src/text/card-brands.ts';
import { maskText } from '../../src/text/mask.ts';
import { startOf } from '../../src/text/visible.ts';

export interface RequestText {
  /** Whether it may be an identifier of up to 19 digits, such as one from a database sequence. */
  readonly isIdentifier: boolean;
  /** Whether tools generate its numbers, as in a cookie or a trace id. */
  readonly isMadeUp: boolean;
  /** Such as `the field data` or `the header X-Card`. */
  readonly where: string;
  readonly text: string;
}

/** Headers that contain other secrets. */
const OTHER_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'content-length',
]);

/** Headers with numbers that tools generate, such as the 19 digits of x-datadog-trace-id. */
const MADE_UP_HEADERS = /^(?:cookie|baggage)$|trace|span|b3|datadog|sentry|newrelic|request-id|correlation/;

/** The texts that may hold a long number; a cardToken may be one. */
export function textsOf({ exchange: { request }, fields, body }: Call): readonly RequestText[] {
  const { headers, url = '' } = request;
  const texts: RequestText[] = [];
  for (const name in headers) {
    const value = headers[name];
    if (typeof value !== 'string' || OTHER_HEADERS.has(name)) continue;
    const text = decode(value);
    if (!mayHaveLongNumber(text)) continue;
    texts.push({
      where: `the header ${show(name)}`,
      text,
      isIdentifier: true,
      isMadeUp: MADE_UP_HEADERS.test(name),
    });
  }
  const address = decode(url);
  if (mayHaveLongNumber(address))
    texts.push({ where: 'the address', text: address, isIdentifier: true, isMadeUp: false });
  // Digits may be written as escapes.
  const mayHaveCard =
    request.body === undefined || mayHaveLongNumber(request.body) || request.body.includes('\\u');
  if (body !== 'object' || !mayHaveCard) return texts;
  findMember(fields, (name, value, field) => {
    if (typeof value === 'string' && name !== 'cardToken' && mayHaveLongNumber(value))
      texts.push({
        where: `the field ${show(field)}`,
        text: value,
        isIdentifier: field === 'mTxId' || field === 'sTxId',
        isMadeUp: false,
      });
  });

  return texts;
}

const ENCODED = /(?:%[\da-f]{2})+/gi;

/**
 * Decodes a part of an address or a cookie: percent-encoding, even if applied twice, and a plus sign for a space.
 * Malformed encoding stays unchanged.
 */
function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll(/(?<=\d)\+(?=\d)/g, ' ') : text;
  const once = spaced.includes('%') ? spaced.replaceAll(ENCODED, decodeOrKeep) : spaced;

  return once.includes('%') ? once.replaceAll(ENCODED, decodeOrKeep) : once;
}

function decodeOrKeep(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** A body may be nested deeper than the call stack. */
const DEEPEST = 20;

/**
 * @param name its own name; that of the array for an entry of one
 * @param field the field of the request that it is in
 */
type FindIn<Found> = (name: string, value: unknown, field: string) => Found | undefined;

/** The first result for a member of an object, at any depth, that is not an object itself. */
export function findMember<Found>(
  fields: Readonly<Record<string, unknown>>,
  find: FindIn<Found>,
): Found | undefined {
  for (const name in fields) {
    const found = findIn(fields[name], name, name, 0, find);
    if (found !== undefined) return found;
  }

  return undefined;
}

function findIn<Found>(
  value: unknown,
  name: string,
  field: string,
  depth: number,
  find: FindIn<Found>,
): Found | undefined {
  if (typeof value !== 'object' || value === null) return find(name, value, field);
  if (depth === DEEPEST) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = findIn(inner, Array.isArray(value) ? name : key, field, depth + 1, find);
    if (found !== undefined) return found;
  }

  return undefined;
}

/** A name may hold a card number, too. */
function show(name: string): string {
  return startOf(maskText(name), 60);
}
