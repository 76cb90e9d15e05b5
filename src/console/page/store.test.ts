import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hrefOf, parseRoute } from './store.ts';

it.each([
  ['', 'exchanges', undefined],
  ['#', 'exchanges', undefined],
  ['#/verdict', 'verdict', undefined],
  ['#/exchanges/a-1', 'exchanges', 'a-1'],
  ['#/exchanges/', 'exchanges', undefined],
  ['#/exchanges/%zz', 'exchanges', '%zz'],
])('%j is the tab %s', (hash, tab, item) => {
  expect(parseRoute(hash)).toEqual({ tab, item });
});

it('a link leads back to its item, whatever its characters', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (item) => {
      const hash = new URL(hrefOf('exchanges', item), 'http://a/').hash;

      expect(parseRoute(hash)).toEqual({ tab: 'exchanges', item });
    }),
  );
});
