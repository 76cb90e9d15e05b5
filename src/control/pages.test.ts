import { expect, it } from 'vitest';
import { wantsPage } from './pages.ts';

it.each([
  ['Chromium', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
  ['a text browser', 'text/html, text/plain, text/*;q=0.5', true],
  ['HTML rather than JSON', 'application/json;q=0.5, TEXT/HTML; q=0.8', true],
  ['no header', undefined, false],
  ['curl and fetch', '*/*', false],
  ['axios', 'application/json, text/plain, */*', false],
  ['JSON as much as HTML', 'text/html, application/json', false],
  ['JSON rather than HTML', 'text/html;q=0.8, application/json', false],
  ['no HTML', 'text/html;q=0, */*', false],
  ['only images', 'image/png', false],
  ['an empty header', '', false],
  ['nonsense', ';;q=,, text/html;q=much', false],
])('whether a client prefers HTML: %s', (_client, accept, expected) => {
  expect(wantsPage(accept)).toBe(expected);
});
