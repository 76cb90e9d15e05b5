/** `tollgate tail`: the requests of a running mock, as they come. */
import { type Command, UsageError } from '../command.ts';
import { isSet, numberOf } from '../given.ts';
import { ON_PROXIES, REACHING, readReaching } from '../reaching.ts';

const MOCK = 'http://127.0.0.1:4010';

/** Nothing can be said about the requests: the mock is not there, or went away. */
const INCONCLUSIVE = 3;

export const tail: Command = {
  name: 'tail',
  summary: 'follow the requests of a running mock, and what was wrong with each',
  arguments: [['[url]', `the mock (default ${MOCK}), or one of its worlds: URL/w/NAME`]],
  options: [
    ['--last <number>', 'begin with so many of the last requests, up to 1000000 (default 10)'],
    ['--json', 'print each as a line of JSON, with headers and bodies'],
    ...REACHING,
  ],
  examples: ['tollgate tail', 'tollgate tail --last 100 --json', `tollgate tail ${MOCK}/w/cart-7`],
  notes: () =>
    `Exit codes: 0 it was ended (Ctrl-C), or its reader left; 2 wrong usage;\n3 the mock cannot be reached, or ended.\n\n${ON_PROXIES}`,

  async run(given, { print, ending, unread, environment, paint }) {
    const last = numberOf(given, 'last', { min: 0, max: 1_000_000 }) ?? 10;
    const url = readUrl(given.arguments[0] ?? MOCK);
    const [{ followJournal }, { jsonLine, tailLine }, { readConnectionOptions }] = await Promise.all([
      import('../follow-journal.ts'),
      import('../tail-line.ts'),
      import('../../../conformance/deployment/read-connection-options.ts'),
    ]);
    const reach = readConnectionOptions(url, environment, readReaching(given));
    const show = isSet(given, 'json')
      ? (line: string) => print(jsonLine(line))
      : (line: string) => print(tailLine(JSON.parse(line), paint));
    const signal = AbortSignal.any([ending, unread]);
    const how = await followJournal({ url, last, show, signal, reach });
    if (how.kind === 'stopped') return { code: 0, out: '' };

    return { code: INCONCLUSIVE, out: '', problem: `tollgate: ${url.href.replace(/\/$/, '')}: ${how.why}\n` };
  },
};

/** @throws UsageError */
function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return new URL(url.pathname.replace(/\/*$/, '/'), url);
  throw new UsageError(`URL: expected an http(s) address without a name or password, such as ${MOCK}`);
}
