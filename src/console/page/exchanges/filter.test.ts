import { expect, it } from 'vitest';
import type { JournalEntry } from '../../../exchange/journal/entry.ts';
import { countFindings, createSearch, firstFinding, fitsFilter } from './filter.ts';

const NONE: JournalEntry = {
  ...{ requestId: 'a-1', time: '2026-01-31T12:00:00.000Z', milliseconds: 1, status: 200 },
  ...{ method: 'POST', path: '/v1/ch', merchant: 'one' },
  request: { headers: {}, body: { mTxId: 'Order-1' } },
  answer: { headers: {}, body: { message: 'ok' } },
  ...{ violations: [], overlooked: [], choices: {}, hints: [] },
};
const VIOLATION = { section: '2.1', pointer: '/nicn', expected: 'a string', got: '4' } as const;
const HINT = { rule: 'client-flow/sells-once', message: 'Expected one sale.' } as const;

it('finds all words in any order, in every part of an exchange', () => {
  const search = createSearch();

  expect(search('', NONE)).toBe(true);
  expect(search('order-1 POST', NONE)).toBe(true);
  expect(search('  one  ', NONE)).toBe(true);
  expect(search('order-1 several', NONE)).toBe(false);
});

it('shows what a filter names', () => {
  const shown = (did: 'new' | 'updated' | 'sold' | 'refused' | 'fault' | 'other', entry = NONE) =>
    (['all', 'refused', 'findings', 'fees', 'sales'] as const).filter((id) => fitsFilter(id, entry, { did }));

  expect(shown('new')).toEqual(['all', 'fees']);
  expect(shown('updated')).toEqual(['all', 'fees']);
  expect(shown('sold')).toEqual(['all', 'sales']);
  expect(shown('fault')).toEqual(['all', 'refused']);
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
