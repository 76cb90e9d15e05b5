/** Describes the format of a response: its shape, its media type, and its numbers as they are written. */
import { maskText } from '../../src/text/mask.ts';
import type { HttpResponse } from '../rule/http-result.ts';

/** Characters of a media type. */
const MAX_TYPE = 60;
/** Characters of a field name, and names of a body. */
const MAX_NAME = 24;
const MAX_NAMES = 4;

/** Such as `422 application/problem+json {type, title}`: short, printable, and without secrets. */
export function describeShape({ status, headers, text, body }: HttpResponse): string {
  const type = headers['content-type'];
  const shownType = type === undefined ? 'without Content-Type' : describeMediaType(type);

  return `${status} ${shownType} ${describeBody(text, body)}`;
}

export function describeMediaType(type: string): string {
  return truncate(printable(type), MAX_TYPE);
}

function describeBody(text: string, body: HttpResponse['body']): string {
  if (text.trim() === '') return 'empty';
  if (body === undefined) return isHtml(text) ? 'HTML' : 'text';
  const names = Object.keys(body).map((name) => truncate(printable(name), MAX_NAME));
  const more = names.length > MAX_NAMES ? ['…'] : [];

  return `{${[...names.slice(0, MAX_NAMES), ...more].join(', ')}}`;
}

export function isHtml(text: string): boolean {
  return /^\s*<(?:!doctype html|html|head|title|body)\b/i.test(text);
}

function printable(text: string): string {
  return maskText(text.replaceAll(/[^\x20-\x7e]/gu, '?'));
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Node passes the source of each number to a reviver; TypeScript's types lack that argument. */
type Reviver = (this: object, key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** A number of a JSON object as it is written, such as `2.40`; undefined where the field is not a number. */
export function writtenAs(text: string, field: string): string | undefined {
  const sources = new Map<object, string>();
  const reviver: Reviver = function (key, value, context) {
    if (key === field && typeof value === 'number' && context?.source !== undefined)
      sources.set(this, context.source);

    return value;
  };
  try {
    const body: unknown = JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);

    return typeof body === 'object' && body !== null ? sources.get(body) : undefined;
  } catch {
    // Not JSON, or nested too deeply for a reviver, which is recursive.
    return undefined;
  }
}
