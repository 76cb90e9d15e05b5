/** The fee call that the benchmarks make: the minimal example of the contract. */
import { request } from 'node:http';
import { mintToken } from '../src/mock/index.ts';

/** In milliseconds. */
const PATIENCE = 5_000;

export interface FeeCall {
  readonly method: 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export async function createFeeCall(): Promise<FeeCall> {
  return {
    method: 'POST',
    path: '/v1/ch',
    headers: {
      authorization: `Bearer ${await mintToken()}`,
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
    },
    body: '{"region":"85004","nicn":"424242","amount":100.00}',
  };
}

/** Sends the call once, on a connection of its own. @throws where the answer is not a fee */
export async function askFee(port: number, call: FeeCall): Promise<string> {
  const { status, text } = await ask(port, call);
  if (status >= 200 && status < 300 && isFee(text)) return text;
  throw new Error(`fee call to port ${port}: expected a fee, got status ${status}: ${text.slice(0, 500)}`);
}

/** Whether this is the body of an accepted fee call (document 4.1). */
export function isFee(text: string): boolean {
  const answer: unknown = JSON.parse(text);
  if (typeof answer !== 'object' || answer === null) return false;
  const { transactionFee, sTxId, message } = answer as Readonly<Record<string, unknown>>;

  return typeof transactionFee === 'number' && typeof sTxId === 'string' && message === 'ok';
}

export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** Sends the call once, on a connection of its own. @throws where no answer comes */
export function ask(port: number, { method, path, headers, body }: FeeCall): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent: false, timeout: PATIENCE };
    const asked = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.once('error', reject);
    });
    asked.once('timeout', () => asked.destroy(new Error(`no answer within ${PATIENCE} ms`)));
    asked.once('error', reject);
    asked.end(body);
  });
}
