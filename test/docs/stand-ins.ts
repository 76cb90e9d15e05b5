/** What stands for what a page names and a test may not touch: fixed ports, and services that do not exist. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { startMock } from '../../src/mock/index.ts';

export interface StandIns extends AsyncDisposable {
  /** A text of the page with free ports and a mock in place of what it names. */
  readonly toRun: (text: string) => string;
  /** What was printed, as a reader of the page would see it. */
  readonly asRead: (text: string) => string;
  /** What a reader would know of the service that the page takes for theirs; nothing where it names none. */
  readonly environment: Readonly<Record<string, string>>;
  /** The port that stands for the mock's own. */
  readonly mockPort: number;
}

const PORT = /((?:127\.0\.0\.1|localhost):|--port[ =]|\bport: )(\d{4,5})\b/g;
const SERVICE = /https:\/\/[\w.-]+\.example\.(?:com|org)\b/g;
const MOCK_PORT = '4010';

export async function standInsFor(page: string): Promise<StandIns> {
  const ports = new Map<string, number>();
  for (const port of [MOCK_PORT, ...[...page.matchAll(PORT)].map(([, , named = '']) => named)])
    if (!ports.has(port)) ports.set(port, await findQuietPort());
  const [service] = page.match(SERVICE) ?? [];
  const mock = service === undefined ? undefined : await startMock({ jwtSecret: 'of the service' });

  return {
    toRun: (text) =>
      text
        .replace(PORT, (_, before: string, port: string) => before + ports.get(port))
        .replace(SERVICE, () => mock?.url ?? ''),
    asRead: (text) => {
      const ofService = mock === undefined ? text : text.replaceAll(mock.url, service ?? '');

      return [...ports].reduce(
        (read, [port, free]) => read.replace(new RegExp(`\\b${free}\\b`, 'g'), port),
        ofService,
      );
    },
    environment:
      mock === undefined
        ? {}
        : {
            TOLLGATE_TOKEN: mock.token(),
            TOLLGATE_TOKEN_SEVERAL: mock.token('several'),
            TOKEN_ONE: mock.token('one'),
            TOKEN_EXPIRED: 'expired-token',
            TOKEN_FOREIGN: 'foreign-token',
            TOKEN_SEVERAL: mock.token('several'),
          },
    mockPort: ports.get(MOCK_PORT) ?? 0,
    [Symbol.asyncDispose]: async () => {
      await mock?.close();
    },
  };
}

/** Systems give ports above these to connections and to whoever asks for any: one of those may be gone when it is needed. */
const FIRST = 11_000;
const LAST = 32_000;

async function findQuietPort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return findQuietPort();
  }
  server.close();
  await once(server, 'close');

  return port;
}
