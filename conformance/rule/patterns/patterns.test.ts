/** Updates by mTxIds that a deployment may answer in its own way. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMerchants } from '../../../src/engine/index.ts';
import { runAgainst } from '../../../test/deployments/judge.ts';
import type { RawResponse } from '../../../test/deployments/reference.ts';
import { AWKWARD_TEXTS } from '../arbitraries/text.ts';
import type { RuleContext } from '../context.ts';
import { findLeak } from '../leak-patterns.ts';
import { unknownStxid } from '../mtxids.ts';
import { otherCards } from './open.ts';

const RULE = 'identity/update-by-mtxid-keeps-stxid';

async function outcomeWith(response: RawResponse): Promise<string | undefined> {
  const { report } = await runAgainst(
    {
      checkBody: (body) => (/"mTxId":"(constructor|__proto__)"/.test(body) ? 'rejected' : undefined),
      refusal: () => response,
    },
    { selects: (id) => id === RULE },
  );

  return report.rules.find(({ id }) => id === RULE)?.outcome;
}

test('a firewall may refuse the names of JavaScript objects with a page', async () => {
  expect(await outcomeWith({ status: 200, type: 'text/html', text: '<h1>Rejected</h1>' })).toBe('pass');
});

test('a success without an sTxId is not a transaction', async () => {
  const text = JSON.stringify({ transactionFee: 3.2, message: 'ok' });

  expect(await outcomeWith({ status: 200, type: 'application/json', text })).toBe('fail');
});

test('another card is one with another price, where the prices are known, and else of another brand', () => {
  const [one] = parseMerchants(
    `merchants: { shop: {
      processors: [{ mid: "700100", name: alpha, pricing: { model: flat, fixed: "1.50" } }],
      cards: { kinds: [{ prefix: "400005", kind: debit }] },
      eligibility: { rules: [{ name: debit, kind: debit, effect: prohibit, source: invented }] } } }`,
    'merchants.yaml',
  );
  const baseline = { amount: 100, nicn: '424242', region: '85004' };
  const data = { nicns: ['424242', '400005', '555555'] };
  const cardsWith = (deployment: object) =>
    otherCards({ baseline, data, deployment } as unknown as RuleContext);

  expect(cardsWith({ pricing: { one } })).toEqual([{ nicn: '400005' }]);
  expect(cardsWith({})).toEqual([{ nicn: '555555' }]);
});

describe('an sTxId that no transaction has', () => {
  test('is never the one that it looks like', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (known) => unknownStxid(known) !== known),
    );
  });

  test('is none of those that a service counts, however far it has come', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 12 }), fc.nat(), (known, digits, other) => {
        const numbered = (number: number) => String(number).padStart(digits, '0');
        const near = [known - 1, known + 1, known + other, other].map(numbered);

        return !near.includes(unknownStxid(numbered(known))) || numbered(known).length >= 10;
      }),
    );
  });

  test.each([
    ['a UUID', randomUUID(), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
    ['a UUID in capitals', randomUUID().toUpperCase(), /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/],
    ['hexadecimal digits', '0123456789abcdef0123456789abcdef', /^[0-9a-f]{32}$/],
    ['a ULID', '01JD3Q5Z8M4X7C2V9B6N1K0HTR', /^[0-9A-Z]{26}$/],
    ['base64url', 'cFLQ8eosChPAtnL2v3vdO-', /^[\w-]{22}$/],
    ['many digits', '195985296608239374086016334642259', /^\d{33}$/],
  ])('has the form of %s', (_, known, form) => {
    expect(unknownStxid(known)).toMatch(form);
    expect(unknownStxid(known)).toHaveLength(known.length);
  });
});

const inJson = (text: string) => JSON.stringify({ error: { detail: text } });

describe('finds a leak', () => {
  test.each([
    ['JavaScript', 'TypeError: x\n    at validate (/srv/fees/validate.js:12:7)', 'stack trace'],
    ['JavaScript without a name', 'Error\n    at file:///app/main.mjs:3:1', 'stack trace'],
    [
      'Node itself',
      'at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
      'stack trace',
    ],
    ['Java', 'at com.example.fees.Quote.price(Quote.java:42)', 'stack trace'],
    ['.NET', String.raw`at Fees.Quote.Price(Decimal amount) in C:\fees\Quote.cs:line 42`, 'stack trace'],
    ['.NET itself', 'at System.Text.Json.JsonSerializer.Deserialize(String json)', 'stack trace'],
    ['Python', 'Traceback (most recent call last):\n  File "/app/fees.py", line 3, in quote', 'stack trace'],
    ['PHP', 'Uncaught TypeError in /var/www/fees.php on line 42', 'stack trace'],
    ['Ruby', "/srv/fees/quote.rb:42:in `quote'", 'stack trace'],
    ['Go', 'goroutine 17 [running]:\nmain.quote(0x1)\n\t/src/main.go:42 +0x1d', 'stack trace'],
    ['Rust', "thread 'main' panicked at src/main.rs:4:5", 'stack trace'],
    ['a path', 'cannot open /var/lib/fees/fees.db', 'path of a file'],
    ['a path with a line', 'see /app/src/quote.ts:7', 'path of a file'],
    ['a path in a package', 'in /x/node_modules/pg/lib', 'path of a file'],
    ['a path of Windows', String.raw`C:\inetpub\wwwroot\web.config`, 'path of a file'],
    ['PostgreSQL', 'duplicate key value violates unique constraint "transactions_pkey"', 'piece of SQL'],
    ['PDO', 'SQLSTATE[22001]: String data, right truncated', 'piece of SQL'],
    ['Oracle', 'ORA-12899: value too large', 'piece of SQL'],
    ['SQLite', 'SQLITE_CONSTRAINT: UNIQUE constraint failed', 'piece of SQL'],
    ['MySQL', 'You have an error in your SQL syntax near', 'piece of SQL'],
    ['a query', 'SELECT id, fee FROM transactions WHERE stxid = $1', 'piece of SQL'],
    ['an insertion', 'INSERT INTO tx (amount, region) VALUES (100, 1)', 'piece of SQL'],
    ['an insertion of a builder', 'insert into "tx" ("amount") values ($1)', 'piece of SQL'],
  ])('%s, in a text, in JSON and in a page', (_, text, what) => {
    const page = `<h1>Error</h1><pre>${text.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll("'", '&#39;')}</pre>`;
    for (const response of [text, inJson(text), JSON.stringify([text]), page])
      expect(findLeak(response, {})).toContain(`a ${what}: `);
  });
});

describe('finds no leak', () => {
  test.each([
    ['a problem', '{"type":"/errors/fees/invalid","instance":"/v1/ch","detail":"/nicn: expected 6 digits"}'],
    ['an address', '{"help":"https://docs.example.com/var/lib/guide.php"}'],
    ['links', '<a href="/home/help/index.php">Help</a><script src="/usr/app/main.js"></script>'],
    ['prose about choosing', '{"message":"Please SELECT A REGION FROM THE LIST, or insert into the values"}'],
    [
      'prose about updating',
      '{"message":"update the region set in the request; delete from the cart where possible"}',
    ],
    ['prose with at', '{"message":"invalid at position 12:7 (line 3), look at amount.value (see 2.1)"}'],
    ['a date', '{"at":"2026-01-31T10:00:00Z"}'],
    ['an opaque identifier', '{"sTxId":"/a+b/c=.d:1:2"}'],
    ['nothing', ''],
    ['null', 'null'],
  ])('%s', (_, response) => {
    expect(findLeak(response, {})).toBeUndefined();
  });

  test.each(AWKWARD_TEXTS)('a text of the suite is repeated: %j', (text) => {
    expect(findLeak(inJson(text), {})).toBeUndefined();
  });

  test('the sent request is repeated', () => {
    const sent = { data: ['SELECT * FROM x', String.raw`C:\a\b`] };
    const raw = JSON.stringify(sent);

    expect(findLeak(inJson(`got SELECT * FROM x and ${String.raw`C:\a\b`}`), sent)).toBeUndefined();
    expect(findLeak(raw, sent)).toBeUndefined();
    expect(findLeak(raw, { raw })).toBeUndefined();
    expect(findLeak(inJson(String.raw`C:\a\b`), { raw })).toBeUndefined();
  });

  test('any text of letters, digits and spaces', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abcXYZ 0123.,;:-_'), maxLength: 200 });
    fc.assert(fc.property(plain, (text) => findLeak(inJson(text), {}) === undefined));
  });
});

test('a long response is searched quickly', () => {
  for (const piece of ['a', '/a', 'at ', 'A:\\', 'SELECT ', ' FROM ', '#1 ', '.', '/usr/'])
    expect(findLeak(piece.repeat(200_000), {})).toBeUndefined();
});
