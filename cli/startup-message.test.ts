import { expect, test } from 'vitest';
import { listAddresses } from './startup-message.ts';

test('a mock on one address has no others to tell', () => {
  expect(listAddresses(undefined, 'http://127.0.0.1:4010')).toEqual([]);
  expect(listAddresses('localhost', 'http://127.0.0.1:4010')).toEqual([]);
});

test.each([
  ['0.0.0.0', /^from elsewhere: (https:\/\/\d+\.\d+\.\d+\.\d+:4010|this machine has no|, )+/],
  ['::', /^from elsewhere: (https:\/\/(\d+\.\d+\.\d+\.\d+|\[[\da-f:]+\]):4010|this machine has no|, )+/],
])(
  'one on %s tells where it is reached from elsewhere, and not that it is reached at itself',
  (host, line) => {
    const lines = listAddresses(host, 'https://127.0.0.1:4010');

    expect(lines).toEqual([expect.stringMatching(line)]);
    expect(lines[0]).not.toMatch(/127\.0\.0\.1|::1\]|fe80/);
  },
);
