/** What a mock says at its start. */

import { existsSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { startMock } from '../src/mock/index.ts';
import { keepCertificate } from './https.ts';
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

const MADE = { path: undefined, tls: 'self-signed' } as const;

it('a certificate made at the start is written to a file only where the startup message names it', async () => {
  await using mock = await startMock({ tls: 'self-signed' });
  const kept = keepCertificate(MADE, mock, true);

  expect(existsSync(kept.path ?? '')).toBe(true);
  kept.remove();
  expect(existsSync(kept.path ?? '')).toBe(false);
  expect(keepCertificate(MADE, mock, false)).toMatchObject({ path: undefined, isTemporary: false });
});
