import { expect, test } from 'vitest';
import { readRateLimit } from './rate-limit-headers.ts';

const DATE = 'Sun, 01 Feb 2026 10:00:00 GMT';
const SECONDS = Date.parse(DATE) / 1000;

test.each([
  ['seconds', { 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '30' }, 7, 30_000],
  ['Unix time', { 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': `${SECONDS + 5}`, date: DATE }, 7, 5000],
  [
    'Unix time, in milliseconds',
    { 'x-rate-limit-remaining': '7', 'x-rate-limit-reset': `${SECONDS * 1000 + 50}`, date: DATE },
    7,
    50,
  ],
  ['a time in the past', { 'ratelimit-remaining': '0', 'ratelimit-reset': '1000000000' }, 0, 0],
  ['one header', { ratelimit: '"default";r=50;t=3', 'ratelimit-policy': '"default";q=100;w=60' }, 50, 3000],
  ['one header of an earlier draft', { ratelimit: 'limit=100, remaining=50, reset=3' }, 50, 3000],
])('reads a limit whose reset is given as %s', (_, headers, remaining, resetIn) => {
  expect(readRateLimit(headers)).toEqual({ remaining, resetIn });
});

test.each([
  [{}],
  [{ 'x-ratelimit-remaining': '7' }],
  [{ 'x-ratelimit-remaining': 'many', 'x-ratelimit-reset': '3' }],
  [{ 'x-ratelimit-remaining': '7', 'x-ratelimit-reset': '9'.repeat(400) }],
  [{ 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': '-3' }],
  [{ ratelimit: 'soon' }],
])('reads no limit from %j', (headers) => {
  expect(readRateLimit(headers)).toBeUndefined();
});
