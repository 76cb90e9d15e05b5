import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startMock } from '../mock/index.ts';
import { keepCertificate } from './https.ts';

const MADE = { kind: 'self-signed', path: undefined, tls: 'self-signed' } as const;

it('a certificate made at the start is in a file only where somebody is told of it', async () => {
  await using mock = await startMock({ tls: 'self-signed' });
  const told = keepCertificate(MADE, mock, 'told');

  expect(existsSync(told.path ?? '')).toBe(true);
  told.remove();
  expect(existsSync(told.path ?? '')).toBe(false);
  expect(keepCertificate(MADE, mock, 'untold')).toMatchObject({ path: undefined, isTemporary: false });
});
