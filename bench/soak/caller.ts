/** The only file of the benchmarks that knows undici: calls one after another on connections that stay open. */
import { Client } from 'undici';
import type { Answered, FeeCall } from '../fee-call.ts';

/** In milliseconds. */
const PATIENCE = 10_000;

/** One connection: the next call has to wait for the answer to the one before. */
export interface Connection extends AsyncDisposable {
  /** @throws where no whole answer comes */
  readonly ask: (path: string, body: unknown) => Promise<Answered>;
}

export function connect(port: number, { method, headers }: FeeCall): Connection {
  const client = new Client(`http://127.0.0.1:${port}`, {
    pipelining: 1,
    headersTimeout: PATIENCE,
    bodyTimeout: PATIENCE,
  });

  return {
    async ask(path, body) {
      const answer = await client.request({ path, method, headers, body: JSON.stringify(body) });

      return { status: answer.statusCode, text: await answer.body.text() };
    },
    [Symbol.asyncDispose]: () => client.destroy(),
  };
}
