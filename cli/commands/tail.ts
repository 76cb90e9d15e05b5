/** `tollgate tail`: prints the requests of a running mock or proxy as they arrive. */
import { command, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, PROXY_NOTE, tlsOf } from '../connection-options.ts';
import { flag, number } from '../options.ts';

const MOCK = 'http://127.0.0.1:4010';

/** The mock or proxy could not be reached, or ended. */
const INCONCLUSIVE = 3;

export const tail = command({
  name: 'tail',
  summary: 'print the requests of a mock or proxy as they arrive',
  arguments: [['[url]', `mock, one of its worlds, or proxy (default ${MOCK})`]],
  options: {
    last: number('<number>', 'begin with the last requests', { min: 0, max: 1_000_000, default: 10 }),
    json: flag('print each as a line of JSON, with headers and bodies'),
    ...CONNECTION_OPTIONS,
  },
  json: 'one entry of the journal on each line',
  examples: ['tollgate tail', 'tollgate tail --last 100 --json', `tollgate tail ${MOCK}/w/cart-7`],
  notes: () =>
    `A line has time, status, request, merchant, and what is wrong. The merchant is its name in a mock. A
proxy has no names: it prints a short hash of the token's stable claims, equal for one merchant.

Exit codes: 0 it was ended (Ctrl-C), or its reader left; 2 wrong usage; 3 the mock or proxy
cannot be reached, or ended.

${PROXY_NOTE}`,

  async run(
    { arguments: [address = MOCK], options },
    { print, shutdown, outputClosed: unread, environment, paint },
  ) {
    const url = readUrl(address);
    const [{ followJournal }, { jsonLine, tailLine }, { readConnectionOptions }, { createStoryteller }] =
      await Promise.all([
        import('../follow-journal.ts'),
        import('../tail-line.ts'),
        import('../../conformance/deployment/connection.ts'),
        import('../../src/exchange/journal/story.ts'),
      ]);
    const tell = createStoryteller();
    const reach = readConnectionOptions(url, environment, tlsOf(options));
    const show = options.json
      ? (line: string) => print(jsonLine(line))
      : (line: string) => {
          const entry = JSON.parse(line);
          print(tailLine(entry, tell(entry), paint));
        };
    const signal = AbortSignal.any([shutdown, unread]);
    const how = await followJournal({ url, last: options.last, show, signal, reach });
    if (how.kind === 'stopped') return { code: 0, out: '' };

    return { code: INCONCLUSIVE, out: '', problem: `tollgate: ${url.href.replace(/\/$/, '')}: ${how.why}\n` };
  },
});

/** @throws UsageError */
function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return new URL(url.pathname.replace(/\/*$/, '/'), url);
  throw new UsageError(`URL: expected an http(s) address without a name or password, such as ${MOCK}`);
}
