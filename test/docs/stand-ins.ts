/** Replaces what a test cannot use: fixed ports, and services that do not exist. */
import { startMock } from '../../src/mock/index.ts';
import { findFreePort } from '../free-port.ts';

export interface StandIns extends AsyncDisposable {
  /** Replaces ports and services in a text of the page by free ports and a mock. */
  readonly toRun: (text: string) => string;
  /** Reverses that in an output. */
  readonly asRead: (text: string) => string;
  /** What a reader knows of the service that the page calls theirs; empty where it names none. */
  readonly environment: Readonly<Record<string, string>>;
  /** The port that replaces the mock's default. */
  readonly mockPort: number;
}

const PORT = /((?:127\.0\.0\.1|localhost):|--port[ =]|\bport: )(\d{4,5})\b/g;
const SERVICE = /https:\/\/[\w.-]+\.example\.(?:com|org)\b/g;
const MOCK_PORT = '4010';

export async function standInsFor(page: string): Promise<StandIns> {
  const ports = new Map<string, number>();
  for (const port of [MOCK_PORT, ...[...page.matchAll(PORT)].map(([, , named = '']) => named)])
    if (!ports.has(port)) ports.set(port, await findFreePort());
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
