/** How the answer of a server is told in a few words that it has no way to abuse. */
import { maskText } from '../../src/text/mask.ts';
import type { Answered } from '../client/answer.ts';

const LONGEST_TYPE = 60;
const LONGEST_NAME = 24;
const MOST_NAMES = 4;

/** Such as `422 application/problem+json {type, title}`. */
export function shapeOf({ status, headers, text, body }: Answered): string {
  const type = headers['content-type'];

  return [status, type === undefined ? 'without Content-Type' : shownType(type), bodyShape(text, body)].join(
    ' ',
  );
}

/** The header as it came, as far as it is one. */
export function shownType(type: string): string {
  return cut(plain(type), LONGEST_TYPE);
}

function bodyShape(text: string, body: Answered['body']): string {
  if (text.trim() === '') return 'empty';
  if (body === undefined) return isPage(text) ? 'HTML' : 'text';
  const names = Object.keys(body).map((name) => cut(plain(name), LONGEST_NAME));
  const more = names.length > MOST_NAMES ? ['…'] : [];

  return `{${[...names.slice(0, MOST_NAMES), ...more].join(', ')}}`;
}

export function isPage(text: string): boolean {
  return /^\s*<(?:!doctype html|html|head|title|body)\b/i.test(text);
}

function plain(text: string): string {
  return maskText(text.replaceAll(/[^\x20-\x7e]/gu, '?'));
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
