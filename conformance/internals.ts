/** The only file that knows what gives away the inside of a server: stack traces, paths of files, SQL. */
import type { Body } from './conversation.ts';

interface Sign {
  /** In words that follow "a". */
  readonly what: string;
  readonly pattern: RegExp;
}

/** A frame of a stack needs a line number, or words that nothing but a runtime writes. */
const STACK_TRACES: readonly RegExp[] = [
  // JavaScript: at validate (/srv/fees/validate.js:12:7)
  /\bat (?:[^\n()]{1,200} \()?(?:file:\/\/|node:|\/|[A-Z]:\\)[^\s()]{1,300}:\d+:\d+/,
  // Java, Kotlin, Scala: at com.example.Fees.quote(Fees.java:42)
  /\bat [\w$.]{1,200}\.[\w$<>]{1,100}\((?:[\w$]{1,100}\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)/,
  // .NET: at Fees.Quote(Decimal amount) in C:\fees\Quote.cs:line 42
  /\bat [\w.<>`[\],]{1,200}\([^()\n]{0,200}\) in [^\n]{1,300}:line \d+/,
  /\bat (?:System|Microsoft)\.[\w.<>`]{1,200}\(/,
  // Python
  /Traceback \(most recent call last\)/,
  /\bFile "[^"\n]{1,300}", line \d+/,
  // PHP: #0 /var/www/fees.php(42), and: in /var/www/fees.php on line 42
  /#\d+ \S{1,300}\.php\(\d+\)/,
  /\bin \S{1,300}\.php on line \d+/,
  // Ruby: /srv/fees/quote.rb:42:in `quote'
  /\.rb:\d+:in /,
  // Go
  /\bgoroutine \d+ \[[a-z ]{1,40}\]:/,
  /\.go:\d+ \+0x[0-9a-f]+/,
  // Rust
  /\bthread '[^'\n]{1,100}' (?:\(\d+\) )?panicked at\b/,
];

/** A path may be that of a page: it has to lie where only machines keep their files, or to have a line number. */
const FILE_PATHS: readonly RegExp[] = [
  /(?<![\w.\-/])\/(?:usr|var|opt|srv|etc|root|proc)\/(?:[\w.@+-]{1,100}\/){0,20}[\w.@+-]{1,100}\.(?:js|mjs|cjs|ts|java|jar|class|py|rb|go|rs|cs|dll|so|php|conf|cfg|ini|ya?ml|env|sqlite3?|db|log|sock)\b(?!\/)/,
  /(?<![\w.\-/])\/(?:[\w.@+-]{1,100}\/){1,20}[\w.@+-]{1,100}\.(?:js|mjs|cjs|ts|java|py|rb|go|rs|cs|php)(?::\d+|\(\d+\))/,
  /(?<![\w.\-/])\/(?:[\w.@+-]{1,100}\/){0,20}(?:node_modules|site-packages|dist-packages|vendor\/bundle)\//,
  /(?<!\w)[A-Z]:\\{1,2}(?:[\w .$()-]{1,100}\\{1,2}){1,20}[\w .$-]{1,100}/,
  /\bfile:\/\/\/[\w.-]+\//,
];

/** What a database says, and statements as only programs write them: whole, and their words in capitals. */
const SQL: readonly RegExp[] = [
  /\bSQLSTATE\b/,
  /\bORA-\d{5}\b/,
  /\bSQLITE_[A-Z]{2,30}\b/,
  /You have an error in your SQL syntax/,
  /\bduplicate key value violates unique constraint\b/,
  /\binvalid byte sequence for encoding "/,
  /\b(?:PG::\w{2,60}Error|psycopg2?\.|sqlalchemy\.|java\.sql\.|org\.hibernate\.|Npgsql\.|System\.Data\.SqlClient|ActiveRecord::)/,
  /\bSELECT\s[^;]{1,500}?\sFROM\s[^;]{1,300}?\sWHERE\s[^;]{1,300}?(?:=|<|>|\bIN\b|\bIS\b|\bLIKE\b)/,
  /\bSELECT \* FROM \S/,
  /\bINSERT INTO \S{1,100} ?(?:\([^)]{1,500}\) ?)?VALUES\b/,
  /\binsert into ["`[]\w{1,100}["`\]] ?\(/,
  /\bUPDATE \S{1,100} SET \S{1,100} ?=/,
  /\bDELETE FROM \S{1,100} WHERE\b/,
];

const SIGNS: readonly Sign[] = [
  ...STACK_TRACES.map((pattern) => ({ what: 'stack trace', pattern })),
  ...SQL.map((pattern) => ({ what: 'piece of SQL', pattern })),
  ...FILE_PATHS.map((pattern) => ({ what: 'path of a file', pattern })),
];

/** Characters of an answer that are looked at. */
const MOST_TEXT = 50_000;

/** What an answer gives away, in a few words; undefined where it gives nothing away. What was sent may come back. */
export function internalsIn(answer: string, sent: Body): string | undefined {
  const texts = textsIn(answer.slice(0, MOST_TEXT)).map((text) => text.replaceAll(ADDRESS, ' '));
  for (const { what, pattern } of SIGNS) {
    for (const text of texts) {
      const [found] = pattern.exec(text) ?? [];
      if (found !== undefined && !isRepeated(found, sent)) return `a ${what}: ${JSON.stringify(found)}`;
    }
  }

  return undefined;
}

/** The address of a page or of what belongs to it is a path as well, and no file of the server's. */
const ADDRESS = /\bhttps?:\/\/[^\s"'<>]+|\b(?:href|src|action)=(?:"[^"]*"|'[^']*')/gi;

/** How JSON begins that has texts. Most headers do not, and an error of JSON.parse costs more than the whole search. */
const JSON_WITH_TEXTS = /^\s*["[{]/;

/** The texts in a JSON value, as they were before they were written so; anything else as it is. */
function textsIn(answer: string): readonly string[] {
  if (!JSON_WITH_TEXTS.test(answer)) return [unescaped(answer)];
  try {
    return texts(JSON.parse(answer));
  } catch {
    return [unescaped(answer)];
  }
}

/** Without calling itself: an answer may nest deeper than calls can. */
function texts(value: unknown): readonly string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') found.push(next);
    else if (typeof next === 'object' && next !== null) {
      found.push(...(Array.isArray(next) ? [] : Object.keys(next)));
      open.push(...Object.values(next).toReversed());
    }
  }

  return found;
}

/** A page writes quotes and brackets as entities. */
function unescaped(page: string): string {
  return page
    .replaceAll(/&(?:quot|#34);/g, '"')
    .replaceAll(/&(?:#39|#x27|apos);/g, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
}

function isRepeated(found: string, sent: Body): boolean {
  const repeatable = 'raw' in sent ? [String(sent['raw']), ...textsIn(String(sent['raw']))] : texts(sent);

  return repeatable.some((text) => text.includes(found));
}
