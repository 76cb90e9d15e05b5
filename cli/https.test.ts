import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startMock } from '../src/mock/index.ts';
import { keepCertificate } from './https.ts';

const MADE = { path: undefined, tls: 'self-signed' } as const;

it('a certificate made at the start is written to a file only where the startup message names it', async () => {
  await using mock = await startMock({ tls: 'self-signed' });
  const kept = keepCertificate(MADE, mock, true);

  expect(existsSync(kept.path ?? '')).toBe(true);
  kept.remove();
  expect(existsSync(kept.path ?? '')).toBe(false);
  expect(keepCertificate(MADE, mock, false)).toMatchObject({ path: undefined, isTemporary: false });
});
