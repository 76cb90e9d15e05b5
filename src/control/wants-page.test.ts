import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wantsPage } from './wants-page.ts';

describe('whether a client prefers HTML', () => {
  it.each([
    ['Chromium', 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
    ['a text browser', 'text/html, text/plain, text/*;q=0.5', true],
    ['any text', 'text/*', true],
    ['HTML rather than JSON', 'application/json;q=0.5, TEXT/HTML; q=0.8', true],
    ['no JSON', '*/*, application/json;q=0', true],
    ['no header', undefined, false],
    ['curl and fetch', '*/*', false],
    ['axios', 'application/json, text/plain, */*', false],
    ['JSON as much as HTML', 'text/html, application/json', false],
    ['JSON rather than HTML', 'text/html;q=0.8, application/json', false],
    ['no HTML', 'text/html;q=0, */*', false],
    ['only images', 'image/png', false],
    ['an empty header', '', false],
    ['nonsense', ';;q=,, text/html;q=much', false],
  ])('%s', (_client, accept, expected) => {
    expect(wantsPage(accept)).toBe(expected);
  });

  it('does not depend on the order of media types, and is decided for any header', () => {
    const type = fc.constantFrom(
      'text/html',
      'text/*',
      '*/*',
      'application/json',
      'application/*',
      'image/png',
    );
    const range = fc
      .tuple(type, fc.constantFrom('', ';q=0', ';q=0.5', ';q=1'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.uniqueArray(range, { selector: (text) => text.split(';')[0] }), (ranges) => {
        expect(wantsPage(ranges.toReversed().join(', '))).toBe(wantsPage(ranges.join(',')));
      }),
    );
    fc.assert(
      fc.property(fc.string(), (accept) => {
        expect(wantsPage(accept)).toBeTypeOf('boolean');
      }),
    );
  });
});
