/** The typed client: the two operations over openapi-fetch, with the headers of document 5. */
import createClient from 'openapi-fetch';
import type { paths } from '../contract/openapi.gen.ts';
import type { FeeRequest, SaleRequest } from '../contract/types.ts';
import { createTimeLimit, readRepeats, repeat } from './repeat.ts';
import {
  type CompleteAnswer,
  FeeClientError,
  type FeeResult,
  readFee,
  readSale,
  type SaleResult,
  type Unanswered,
} from './result.ts';

export interface FeeClientOptions {
  /** The service's base address, such as `https://fees.example.com`. The version is part of the paths below it. */
  readonly baseUrl: string | URL;
  /** The access token, or a function that returns it. The client calls the function before each request. */
  readonly token: string | (() => string | Promise<string>);
  /** The time limit of each request in milliseconds; 10,000 by default. */
  readonly timeout?: number;
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface CallOptions {
  /** Ends the call; its result is then `unanswered`. */
  readonly signal?: AbortSignal;
  /**
   * How often the call is sent again after no response, or after `later`: 0 by default, at most 10. Repeating is safe for
   * a sale and for a fee call with an `mTxId` or an `sTxId`; a fee call with neither is refused with FeeClientError
   * `repeats`, since each one opens a transaction.
   */
  readonly repeats?: number;
}

/** The fields of a first call (document 4.1). */
export type FirstFeeRequest = FeeRequest & { readonly sTxId?: never };

/** The fields of a later call, with an identifier of the transaction (document 4.1). */
export type UpdateRequest = FeeRequest & ({ readonly sTxId: string } | { readonly mTxId: string });

/**
 * The two operations, typed. The client sends a call once unless `repeats` says otherwise.
 *
 * Each throws FeeClientError where the token, the `nicn` or `repeats` cannot be used, and what `token` throws.
 */
export interface FeeClient {
  /** Prices a transaction (document 4.1). */
  readonly fee: (request: FirstFeeRequest, options?: CallOptions) => Promise<FeeResult>;
  /** Updates a transaction, which keeps its `sTxId` (document 4.1). */
  readonly update: (request: UpdateRequest, options?: CallOptions) => Promise<FeeResult>;
  /** Attaches the sale to a transaction (document 4.2). */
  readonly sale: (request: SaleRequest, options?: CallOptions) => Promise<SaleResult>;
}

/** In milliseconds. */
const TIMEOUT = 10_000;

/** The longest delay of a timer. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

const PARAMS = { header: { 'X-Requested-With': 'xhr' } } as const;

/** @throws FeeClientError where the address or the timeout cannot be used */
export function createFeeClient(options: FeeClientOptions): FeeClient {
  const { baseUrl, token, timeout = TIMEOUT, fetch } = options;
  if (!(timeout > 0 && timeout <= LONGEST_TIMEOUT))
    throw new FeeClientError('timeout', `timeout: expected milliseconds above 0, got ${timeout}`);
  const client = createClient<paths>({
    baseUrl: readBaseUrl(baseUrl),
    ...(fetch === undefined ? {} : { fetch }),
  });

  const send = async (
    path: '/v1/ch' | '/v1/ch/sale',
    body: FeeRequest | SaleRequest,
    signal: AbortSignal | undefined,
  ): Promise<CompleteAnswer | Unanswered> => {
    const headers = {
      Authorization: `Bearer ${readToken(typeof token === 'string' ? token : await token())}`,
    };
    using limit = createTimeLimit(timeout, signal);
    const settings = { params: PARAMS, headers, signal: limit.signal, parseAs: 'text' } as const;
    try {
      const { data, error, response } = await (path === '/v1/ch'
        ? client.POST(path, { body: body as FeeRequest, ...settings })
        : client.POST(path, { body: body as SaleRequest, ...settings }));
      const retryAfter = response.headers.get('retry-after');

      return { status: response.status, body: response.ok ? parse(data) : error, retryAfter };
    } catch (cause) {
      const reason = signal?.aborted === true ? 'aborted' : limit.isOver() ? 'timeout' : 'connection';

      return { kind: 'unanswered', reason, cause };
    }
  };
  const call = <Result extends FeeResult | SaleResult>(
    path: Parameters<typeof send>[0],
    body: FeeRequest | SaleRequest,
    read: (answer: CompleteAnswer) => Result,
    isSafe: boolean,
    { signal, repeats = 0 }: CallOptions = {},
  ): Promise<Result | Unanswered> =>
    repeat(
      async () => {
        const answer = await send(path, body, signal);

        return 'kind' in answer ? answer : read(answer);
      },
      readRepeats(repeats, isSafe),
      signal,
    );
  const price = async (request: FeeRequest, settings?: CallOptions): Promise<FeeResult> => {
    const body = withShortNicn(request);

    return call('/v1/ch', body, readFee, (body.mTxId ?? body.sTxId) !== undefined, settings);
  };

  return {
    fee: price,
    update: price,
    sale: async (body, settings) => call('/v1/ch/sale', body, readSale, true, settings),
  };
}

function readBaseUrl(given: string | URL): string {
  const url = URL.parse(String(given));
  if (url !== null && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === '')
    return url.href;
  throw new FeeClientError(
    'base-url',
    'baseUrl: expected an address with http or https, no query and no password, such as https://fees.example.com',
  );
}

/** The text of a token is never repeated. */
function readToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new FeeClientError(
    'token',
    'token: expected the access token, a JWT, got none or one with other characters',
  );
}

/** The service never receives more than 8 digits of a card (document 1.4). It refuses other wrong values itself. */
function withShortNicn(request: FeeRequest): FeeRequest {
  if (String(request.nicn).replace(/\D/g, '').length <= 8) return request;
  throw new FeeClientError(
    'nicn',
    'nicn: expected the first 6 to 8 digits of the card number, got more: send no more than 8',
  );
}

function parse(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
