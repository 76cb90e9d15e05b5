import { expect, test } from 'vitest';
import { dayOf, parseDay, readDay } from './day.ts';

test.each(['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31'])('parses %s', (text) => {
  expect(readDay(text)).toBe(text);
  expect(parseDay(text)).toBe(text);
});

test.each([
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-1-31',
  '20260131',
  '2026-01-31T00:00:00Z',
  '',
  'today',
])('refuses %j', (text) => {
  expect(readDay(text)).toBe(undefined);
  expect(() => parseDay(text)).toThrow(
    new RangeError(`expected a day of the calendar, such as 2026-01-31, got ${JSON.stringify(text)}`),
  );
});

test('the day of a moment is in UTC', () => {
  expect(dayOf(new Date('2026-01-31T23:59:59.999-01:00'))).toBe('2026-02-01');
});
