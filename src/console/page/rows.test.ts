import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../exchange/journal/entry.ts';
import {
  countFindings,
  createSearch,
  FILTERS,
  firstFinding,
  fitsFilter,
  ROW_HEIGHT,
  receivedOf,
  scrollTo,
  visibleRows,
  wordsOf,
} from './rows.ts';
import { hrefOf, parseRoute } from './store.ts';

const NONE: JournalEntry = {
  ...{ requestId: 'a-1', time: '2026-01-31T12:00:00.000Z', milliseconds: 1, status: 200 },
  ...{ method: 'POST', path: '/v1/ch', merchant: 'one' },
  request: { headers: {}, body: { mTxId: 'Order-1' } },
  answer: { headers: {}, body: { message: 'ok' } },
  ...{ violations: [], overlooked: [], choices: {}, hints: [] },
};
const VIOLATION = { section: '2.1', pointer: '/nicn', expected: 'a string', got: '4' } as const;
const HINT = { rule: 'client-flow/sells-once', message: 'Expected one sale.' } as const;

it('finds all words in any order, in every part of an exchange, and says where', () => {
  const { finds, placesOf } = createSearch();
  const found = (text: string) => finds(wordsOf(text), NONE);

  expect(['', 'order-1 POST', '  one  ', 'order-1 several'].map(found)).toEqual([true, true, true, false]);
  expect(placesOf(wordsOf('ORDER-1 ok post'), NONE)).toEqual([
    'request.body.mTxId: Order-1',
    'response.body.message: ok',
    'method: POST',
  ]);
  expect(placesOf([], NONE)).toEqual([]);
});

it('shows what a filter names', () => {
  const shown = (did: 'new' | 'updated' | 'sold' | 'refused' | 'fault' | 'other', entry = NONE) =>
    FILTERS.map(([id]) => id).filter((id) => fitsFilter(id, entry, { did }));

  expect(shown('new')).toEqual(['all', 'fees']);
  expect(shown('updated')).toEqual(['all', 'fees']);
  expect(shown('sold')).toEqual(['all', 'sales']);
  expect(shown('fault', { ...NONE, fault: 'status=503' })).toEqual(['all', 'faults']);
  expect(shown('refused', { ...NONE, violations: [VIOLATION] })).toEqual(['all', 'refused', 'findings']);
  expect(shown('other', { ...NONE, hints: [HINT] })).toEqual(['all', 'findings']);
});

it('says the first thing that was wrong', () => {
  const both = { ...NONE, violations: [VIOLATION], hints: [HINT] };

  expect(firstFinding(NONE)).toBe('');
  expect(firstFinding(both)).toBe('/nicn: expected a string, got 4');
  expect(countFindings(both)).toBe(1);
  expect(countFindings({ ...NONE, hints: [HINT, HINT] })).toBe(2);
  expect(firstFinding({ ...NONE, hints: [HINT] })).toBe('Expected one sale.');
  expect(firstFinding({ ...NONE, overlooked: [VIOLATION] })).toContain('/nicn');
  const body = { title: 'Not found', detail: 'There is no such card.' };
  expect(firstFinding({ ...NONE, status: 404, answer: { headers: {}, body } })).toBe(
    'There is no such card.',
  );
  expect(firstFinding({ ...NONE, answer: { headers: {}, body } })).toBe('');
  expect(firstFinding({ ...NONE, reason: 'Too late.', reasonCode: 'late' })).toBe('Too late.');
});

it('does not call an injected fault a refusal, nor a lost response a status', () => {
  const fault = { ...NONE, status: 503, fault: 'status=503' };

  expect(receivedOf(NONE, { did: 'new' })).toEqual(['200', 'passed']);
  expect(receivedOf({ ...NONE, status: 422 }, { did: 'refused' })).toEqual(['422', 'refused']);
  expect(receivedOf(fault, { did: 'fault' })).toEqual(['503', 'fault']);
  expect(receivedOf(NONE, { did: 'new', received: 'a part' })).toEqual(['cut', 'refused']);
  expect(firstFinding(fault)).toBe('fault: status=503');
});

const lists = fc.record({
  top: fc.integer({ min: 0, max: 500_000 }),
  height: fc.integer({ min: 0, max: 3_000 }),
  count: fc.integer({ min: 0, max: 10_000 }),
});

describe('the rows of a long list', () => {
  it('are few, in the list, and all that are in view', () => {
    fc.assert(
      fc.property(lists, ({ top, height, count }) => {
        const { from, to } = visibleRows(top, height, count);
        const inView = Array.from({ length: count }, (_, row) => row).filter(
          (row) => (row + 1) * ROW_HEIGHT > top && row * ROW_HEIGHT < top + height,
        );

        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(count);
        expect(to - from).toBeLessThanOrEqual(height / ROW_HEIGHT + 18);
        expect(inView.every((row) => row >= from && row < to)).toBe(true);
      }),
    );
  });

  it('a row is in view where the list is scrolled to it, and the list stays where it is already', () => {
    fc.assert(
      fc.property(lists, fc.nat(9_999), ({ top, height: some }, row) => {
        const height = some + ROW_HEIGHT;
        const next = scrollTo(row, top, height);

        expect(row * ROW_HEIGHT).toBeGreaterThanOrEqual(next);
        expect((row + 1) * ROW_HEIGHT).toBeLessThanOrEqual(next + height);
        expect(scrollTo(row, next, height)).toBe(next);
      }),
    );
  });
});

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
