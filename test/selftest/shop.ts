/** The client that a selftest judges: fee calls and sales over fetch, each step replaceable. */
import { setTimeout as pause } from 'node:timers/promises';
import type { RunContext } from '../../conformance/index.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A request as it is sent. */
export interface Outgoing {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Priced {
  readonly transactionFee: number;
  readonly sTxId: string;
}

/** Replaces steps of the correct client. */
export interface ShopBehavior {
  /** Changes a request before it is sent. */
  readonly send?: (request: Outgoing) => Outgoing;
  /** Reads the response to a fee call; throws if it has no fee. */
  readonly readFee?: (reply: Reply) => Priced;
  /** Refuses a reply before it is read. */
  readonly check?: (reply: Reply) => void;
  /** Whether and after how many milliseconds a request is sent again; undefined to give up. */
  readonly retry?: (attempt: number, outcome: Reply | Error, request: Outgoing) => number | undefined;
  /** For one response, in milliseconds. */
  readonly timeout?: number;
}

export interface Shop {
  readonly fee: (fields: Fields, headers?: Outgoing['headers']) => Promise<Priced>;
  readonly sale: (fields: Fields, headers?: Outgoing['headers']) => Promise<string>;
  /** The reply to any call, whatever it says. */
  readonly call: (path: string, fields: Fields, headers?: Outgoing['headers']) => Promise<Reply>;
}

const TIMEOUT = 4_000;

export function createShop(
  { url, token, signal }: Pick<RunContext, 'url' | 'token' | 'signal'>,
  behavior: ShopBehavior = {},
): Shop {
  const { send = (request) => request, readFee = readPriced, check, retry, timeout = TIMEOUT } = behavior;

  const attempt = async ({ path, headers, body }: Outgoing): Promise<Reply> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    });

    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  const call: Shop['call'] = async (path, fields, headers = {}) => {
    const request = send({
      path,
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'xhr',
        authorization: `Bearer ${token}`,
        ...headers,
      },
      body: JSON.stringify(fields),
    });
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await attempt(request).catch((error: unknown) => toError(error));
      const wait = isDone(outcome) ? undefined : retry?.(attempts, outcome, request);
      if (wait === undefined) {
        if (outcome instanceof Error) throw outcome;
        check?.(outcome);

        return outcome;
      }
      await pause(wait, undefined, { signal });
    }
  };

  return {
    call,
    fee: async (fields, headers) => readFee(await call('/v1/ch', fields, headers)),
    async sale(fields, headers) {
      const reply = await call('/v1/ch/sale', fields, headers);
      const { sTxId } = readObject(reply);
      if (isRefused(reply) || typeof sTxId !== 'string') throw new Error(`no sale: ${reply.status}`);

      return sTxId;
    },
  };
}

function readPriced(reply: Reply): Priced {
  const { transactionFee, sTxId, message } = readObject(reply);
  if (isRefused(reply) || message !== 'ok' || typeof transactionFee !== 'number' || typeof sTxId !== 'string')
    throw new Error(`no fee: ${reply.status}`);

  return { transactionFee, sTxId };
}

export function readObject({ text }: Reply): Fields {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error('no JSON object');

  return value as Fields;
}

function isRefused({ status }: Reply): boolean {
  return status < 200 || status > 299;
}

/** Whether a retry cannot help. */
function isDone(outcome: Reply | Error): boolean {
  return !(outcome instanceof Error) && outcome.status !== 429 && outcome.status < 500;
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
