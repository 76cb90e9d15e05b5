/** A printed command sends the same credential as the suite. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type Credential, credentialFrom, credentialInShell } from './credential.ts';

const run = promisify(execFile);

const TOKENS: Readonly<Record<string, string>> = {
  'a JWT': 'eyJhbGciOiJFUzI1NiJ9.eyJtZXJjaGFudCI6Im9uZSJ9.c2ln-bmF0_dXJl',
  'an unsigned JWT': 'eyJhbGciOiJub25lIn0.e30.',
  'a token of one part': 'token-of-one',
  'a token of two parts': 'left.right',
};

const CREDENTIALS: readonly Credential[] = ['own', 'empty', 'garbled', 'cut', 'forged', 'unsigned'];

test.each(Object.entries(TOKENS))('a shell derives the same credential from %s', async (_, token) => {
  for (const credential of CREDENTIALS) {
    const script = `printf %s "${credentialInShell(credential, 'TOKEN')}"`;
    for (const shell of ['bash', 'sh']) {
      const { stdout } = await run(shell, ['-c', script], {
        env: { PATH: process.env['PATH'], TOKEN: token },
      });

      expect(stdout).toBe(credentialFrom(credential, token));
    }
  }
});

test('credentials are derived without a token', () => {
  for (const credential of ['none', ...CREDENTIALS] as const)
    expect(credentialInShell(credential, undefined)).toBe(credentialFrom(credential, undefined));
  expect(credentialFrom('forged', undefined)?.split('.')).toHaveLength(3);
});

test('an expired or extended token keeps its signature; without a JWT there is none', () => {
  const claimsOf = (credential: Credential) => {
    const [header, payload = '', signature] = credentialFrom(credential, TOKENS['a JWT'])?.split('.') ?? [];

    return { header, signature, claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) };
  };
  const jwt = { header: 'eyJhbGciOiJFUzI1NiJ9', signature: 'c2ln-bmF0_dXJl' };

  expect(claimsOf('expired')).toEqual({ ...jwt, claims: { merchant: 'one', exp: 946_684_800 } });
  expect(claimsOf('extended')).toEqual({ ...jwt, claims: { merchant: 'one', exp: 4_102_444_800 } });
  for (const name of ['a token of one part', 'a token of two parts'])
    expect(credentialFrom('expired', TOKENS[name])).toBeUndefined();
  expect(credentialFrom('expired', 'a.b.c')).toBeUndefined();
  expect(credentialFrom('expired', undefined)).toBeUndefined();
});

test('only own is the token itself', () => {
  const token = TOKENS['a JWT'];

  expect(credentialFrom('none', token)).toBeUndefined();
  for (const credential of CREDENTIALS.slice(1)) expect(credentialFrom(credential, token)).not.toBe(token);
});
