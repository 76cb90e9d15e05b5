/** Finds internals of a server in a response: stack traces, file paths, SQL. */
import { parseJson } from '../../src/text/json-object.ts';
import type { Body } from './service-call.ts';

/** A stack frame must have a line number or text that only a runtime writes. */
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

/** A path may be that of a web page: it must start with a system folder, contain a package folder or end in a line number. */
const FILE_PATHS: readonly RegExp[] = [
  /(?<![\w.\-/])\/(?:usr|var|opt|srv|etc|root|proc)\/(?:[\w.@+-]{1,100}\/){0,20}[\w.@+-]{1,100}\.(?:js|mjs|cjs|ts|java|jar|class|py|rb|go|rs|cs|dll|so|php|conf|cfg|ini|ya?ml|env|sqlite3?|db|log|sock)\b(?!\/)/,
  /(?<![\w.\-/])\/(?:[\w.@+-]{1,100}\/){1,20}[\w.@+-]{1,100}\.(?:js|mjs|cjs|ts|java|py|rb|go|rs|cs|php)(?::\d+|\(\d+\))/,
  /(?<![\w.\-/])\/(?:[\w.@+-]{1,100}\/){0,20}(?:node_modules|site-packages|dist-packages|vendor\/bundle)\//,
  /(?<!\w)[A-Z]:\\{1,2}(?:[\w .$()-]{1,100}\\{1,2}){1,20}[\w .$-]{1,100}/,
  /\bfile:\/\/\/[\w.-]+\//,
];

/** Database errors, and complete statements with keywords in capitals, as programs write them. */
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

const LEAKS = { 'stack trace': STACK_TRACES, 'piece of SQL': SQL, 'path of a file': FILE_PATHS };

/** Every pattern needs one of these. Most texts of a response are names and identifiers, which have none. */
const SUSPICIOUS =
  /[\s/\\]|SQLSTATE|ORA-|SQLITE_|PG::|psycopg|sqlalchemy|java\.sql|hibernate|Npgsql|SqlClient|ActiveRecord/;

/** Characters of a response that are searched. */
const MAX_TEXT = 50_000;

/** Describes the first leak in a response; undefined where there is none. A response may repeat what was sent. */
export function findLeak(response: string, sent: Body): string | undefined {
  // A backslash may escape anything, and is suspicious itself.
  if (!SUSPICIOUS.test(response)) return undefined;
  const texts = textsIn(response.slice(0, MAX_TEXT))
    .filter((text) => SUSPICIOUS.test(text))
    .map((text) => text.replaceAll(ADDRESS, ' '));
  if (texts.length === 0) return undefined;
  for (const [what, patterns] of Object.entries(LEAKS))
    for (const pattern of patterns)
      for (const text of texts) {
        const [found] = pattern.exec(text) ?? [];
        if (found !== undefined && !wasSent(found, sent)) return `a ${what}: ${JSON.stringify(found)}`;
      }

  return undefined;
}

/** Addresses of pages contain paths that are not files of the server. */
const ADDRESS = /\bhttps?:\/\/[^\s"'<>]+|\b(?:href|src|action)=(?:"[^"]*"|'[^']*')/gi;

/** Checked first because an error of JSON.parse costs more than the search, and most headers are not JSON. */
const JSON_WITH_TEXTS = /^\s*["[{]/;

/** The decoded texts of a JSON value; any other response as one text. */
function textsIn(response: string): readonly string[] {
  const value = JSON_WITH_TEXTS.test(response) ? parseJson(response) : undefined;

  return value === undefined ? [unescapeHtml(response)] : textsOf(value);
}

/** Iterative, because a response may nest deeper than the call stack. */
function textsOf(value: unknown): readonly string[] {
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

function unescapeHtml(page: string): string {
  if (!page.includes('&')) return page;

  return page
    .replaceAll(/&(?:quot|#34);/g, '"')
    .replaceAll(/&(?:#39|#x27|apos);/g, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
}

function wasSent(found: string, sent: Body): boolean {
  const texts = 'raw' in sent ? [String(sent['raw']), ...textsIn(String(sent['raw']))] : textsOf(sent);

  return texts.some((text) => text.includes(found));
}
