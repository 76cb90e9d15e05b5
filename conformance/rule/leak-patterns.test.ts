import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AWKWARD_TEXTS } from './arbitraries/text.ts';
import { findLeak } from './leak-patterns.ts';

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
