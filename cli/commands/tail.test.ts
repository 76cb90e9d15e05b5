import { expect, it } from 'vitest';
import { jsonLine, tailLine } from './tail.ts';

it.each(['\u{202e}', '\u{e0041}', '\u{2028}', '\u{9b}', 'é 🙂'])(
  'a line of JSON says what came, and nothing in it acts on a terminal: %j',
  (text) => {
    const line = jsonLine(JSON.stringify({ text }));

    expect(JSON.parse(line)).toEqual({ text });
    expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  },
);

it('a line for people shows the hints of an accepted request', () => {
  const hints = [
    { rule: 'client-flow/sells-once', message: 'Expected one sale, got a second one.' },
  ] as const;
  const entry = {
    ...{
      time: '2026-01-31T12:00:00.000Z',
      status: 200,
      method: 'POST',
      path: '/v1/ch/sale',
      merchant: 'one',
    },
    ...{ violations: [], overlooked: [], choices: {}, hints },
  };

  expect(tailLine(entry, { did: 'sold', mTxId: 'order-1', sTxId: '4f3a' }, (_, text) => text)).toBe(
    '12:00:00.000  200  POST /v1/ch/sale  one  order-1 → sold 4f3a  hint client-flow/sells-once: Expected one sale, got a second one.\n',
  );
});
