/** The only file that knows openapi-fetch: it sends what the generated types allow, with the headers of document 5. */
import createClient from 'openapi-fetch';
import type { paths } from '../contract/openapi.gen.ts';
import type { FeeRequest, SaleRequest } from '../contract/types.ts';
import { FeeClientError } from './client-error.ts';
import { type Answer, readFee, readSale } from './read-answer.ts';
import type { FeeResult, SaleResult, Unanswered } from './result.ts';

export interface FeeClientOptions {
  /** The service's base address, such as `https://fees.example.com`. The version is part of the paths below it. */
  readonly baseUrl: string | URL;
  /** The access token, or what gives one: it is asked before every call, for tokens that do not live long. */
  readonly token: string | (() => string | Promise<string>);
  /** How long a call may take, in milliseconds; 10,000 unless said. */
  readonly timeout?: number;
  /** In place of the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface CallOptions {
  /** Ends the call; its result is then `unanswered`. */
  readonly signal?: AbortSignal;
}

/** The fields of a first call (document 4.1). */
export type FirstFeeRequest = FeeRequest & { readonly sTxId?: never };

/** The fields of a later call, with an identifier of the transaction (document 4.1). */
export type UpdateRequest = FeeRequest & ({ readonly sTxId: string } | { readonly mTxId: string });

/**
 * The two operations, typed. Nothing is sent twice: without an `mTxId` each first call opens a transaction of its own,
 * and what a second sale does the document does not show. To be able to ask again after `unanswered`, give first calls
 * an `mTxId`.
 *
 * All of them throw a FeeClientError where the token or the `nicn` cannot be sent, and what `token` throws.
 */
export interface FeeClient {
  /** Prices a transaction (document 4.1). */
  readonly fee: (request: FirstFeeRequest, options?: CallOptions) => Promise<FeeResult>;
  /** Prices a transaction anew, which keeps its `sTxId` (document 4.1). */
  readonly update: (request: UpdateRequest, options?: CallOptions) => Promise<FeeResult>;
  /** Attaches the sale to a transaction (document 4.2). */
  readonly sale: (request: SaleRequest, options?: CallOptions) => Promise<SaleResult>;
}

type Sent = Promise<{ readonly data?: string; readonly error?: unknown; readonly response: Response }>;

/** In milliseconds. */
const TIMEOUT = 10_000;

/** More than timers take. */
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

  const call = async (
    { signal }: CallOptions,
    send: (settings: {
      readonly headers: { readonly Authorization: string };
      readonly signal: AbortSignal;
    }) => Sent,
  ): Promise<Answer | Unanswered> => {
    const headers = {
      Authorization: `Bearer ${readToken(typeof token === 'string' ? token : await token())}`,
    };
    const clock = AbortSignal.timeout(timeout);
    try {
      const either = signal === undefined ? clock : AbortSignal.any([signal, clock]);
      const { data, error, response } = await send({ headers, signal: either });

      return { status: response.status, body: response.ok ? parse(data) : error };
    } catch (cause) {
      return { kind: 'unanswered', reason: reasonOf(signal, clock), cause };
    }
  };
  const price = async (request: FeeRequest, options: CallOptions = {}): Promise<FeeResult> => {
    const body = withShortNicn(request);
    const answer = await call(options, (settings) =>
      client.POST('/v1/ch', { params: PARAMS, body, parseAs: 'text', ...settings }),
    );

    return 'kind' in answer ? answer : readFee(answer);
  };

  return {
    fee: price,
    update: price,
    async sale(body, options = {}) {
      const answer = await call(options, (settings) =>
        client.POST('/v1/ch/sale', { params: PARAMS, body, parseAs: 'text', ...settings }),
      );

      return 'kind' in answer ? answer : readSale(answer);
    },
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

/** The service never gets more than 8 digits of a card (document 1.4). What fits no rule is for the service to refuse. */
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

function reasonOf(signal: AbortSignal | undefined, clock: AbortSignal): Unanswered['reason'] {
  if (signal?.aborted === true) return 'aborted';

  return clock.aborted ? 'timeout' : 'connection';
}
