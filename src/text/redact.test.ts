import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mapTexts } from './map-texts.ts';
import { createRedactor } from './redact.ts';

const secrets = fc.stringMatching(/^[A-Za-z0-9._~+/=-]{20,120}$/);

describe('a redactor', () => {
  test('removes every piece of 16 characters of a secret, in any context', () => {
    fc.assert(
      fc.property(
        secrets,
        fc.nat(),
        fc.nat(),
        fc.string(),
        fc.string(),
        (secret, start, length, before, behind) => {
          const from = start % (secret.length - 15);
          const piece = secret.slice(from, from + 16 + (length % 30));
          const shown = createRedactor([{ text: secret, mark: '#' }])(before + piece + behind);

          for (let at = 0; at + 16 <= secret.length; at++)
            expect(shown).not.toContain(secret.slice(at, at + 16));
        },
      ),
    );
  });

  test('is idempotent', () => {
    const noise = fc.array(fc.oneof(fc.string(), fc.nat(200).map(String)));
    fc.assert(
      fc.property(secrets, noise, (secret, parts) => {
        const redact = createRedactor([{ text: secret, mark: '$TOKEN' }]);
        const once = redact(parts.join(secret.slice(3)));

        expect(redact(once)).toBe(once);
      }),
    );
  });

  test('leaves other texts unchanged', () => {
    const redact = createRedactor([{ text: 'q7Lw0ZtR3vXc9BnMk2JhGf5DsAa8PoIu', mark: '#' }]);

    for (const text of ['', 'ok', 'q7Lw0ZtR3vXc9Bn', '{"transactionFee":1.03,"message":"ok"}'])
      expect(redact(text)).toBe(text);
  });

  test('takes linear time for texts that repeat parts of the secret', () => {
    const secret = 'a'.repeat(4000);
    const redact = createRedactor([{ text: secret, mark: '#' }]);
    const begin = process.cpuUsage();
    for (const text of ['a'.repeat(15), `${'a'.repeat(15)}b`]) redact(text.repeat(20_000));

    expect(process.cpuUsage(begin).user).toBeLessThan(5_000_000);
  });
});

test('all strings and names of a value are redacted', () => {
  const redact = (text: string) => text.replaceAll('secret', '#');

  expect(mapTexts({ 'a secret': ['secret', 1, null, { b: 'no' }] }, redact)).toEqual({
    'a #': ['#', 1, null, { b: 'no' }],
  });
});
