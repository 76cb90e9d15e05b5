import { expect, test } from 'vitest';
import { createToday } from './today.ts';

test('a day ends at midnight of Coordinated Universal Time', () => {
  let now = Date.UTC(2025, 9, 31, 23, 59, 59, 999);
  const today = createToday(() => now);

  expect([today(), today()]).toEqual(['2025-10-31', '2025-10-31']);
  now += 1;
  expect([today(), today()]).toEqual(['2025-11-01', '2025-11-01']);
  now -= 1;
  expect(today()).toBe('2025-10-31');
});
