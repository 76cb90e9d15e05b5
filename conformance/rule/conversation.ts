/** One execution of a rule against a deployment: sends requests, keeps the calls, fills in identifiers. */
import { pathOf } from '../../src/contract/operations.ts';
import { outcomeOf, type SuccessShape } from '../../src/contract/outcome.ts';
import type { OperationId } from '../../src/contract/types.ts';
import { parseJsonObject } from '../../src/text/json-object.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { now } from './clock.ts';
import { credentialFrom } from './credential.ts';
import { NotJudged } from './failure.ts';
import type { HttpResponse, HttpResult, OutgoingRequest } from './http-result.ts';
import { MTXID_PLACEHOLDER, type MtxidForm, STXID_FORMS, STXID_PLACEHOLDER } from './mtxids.ts';
import {
  DOCUMENTED_VARIANT,
  isDocumented,
  REQUESTED_WITH,
  type RequestVariant,
  spell,
} from './request-variant.ts';
import {
  type Body,
  type MerchantRole,
  type SentCall,
  type ServiceCall,
  stxidIn,
  type Transcript,
} from './service-call.ts';

/** How a call differs from the documented one, and which merchant sends it. */
export interface SendOptions extends Partial<RequestVariant> {
  /** The merchant of the conversation unless given. */
  readonly merchant?: MerchantRole;
  /** Sends it over a connection of its own, which shows what others answer where all share one. */
  readonly elsewhere?: true;
  /** Does not count among the calls that placeholders name. */
  readonly repeated?: true;
}

export interface Conversation {
  /** POST /v1/ch with any body, unless another variant is given. */
  fee(body: Body, options?: SendOptions): Promise<ServiceCall>;
  /** POST /v1/ch/sale with any body, unless another variant is given. */
  sale(body: Body, options?: SendOptions): Promise<ServiceCall>;
  readonly transcript: Transcript;
  /** Resolves when every request has its response: a rule may throw while some are still pending. */
  quiet(): Promise<void>;
}

/** A 401 or 403, checked by sending the request again: the response that counts, and whether it refuses the content. */
export interface CheckedRefusal {
  readonly response: HttpResult;
  readonly isOfContent: boolean;
}

export type ContentCheck = (
  operation: OperationId,
  refusal: HttpResult,
  sendAgain: () => Promise<HttpResult>,
) => Promise<CheckedRefusal>;

export interface ConversationOptions {
  readonly client: { readonly send: (request: OutgoingRequest) => Promise<HttpResult> };
  readonly successShape: SuccessShape;
  /** The merchant of calls that name no other one. */
  readonly merchant?: MerchantRole;
  readonly deployment: Pick<Deployment, 'one' | 'several' | 'tokens' | 'cardTokens'>;
  /** Without a check for the merchant, a 401 or 403 refuses the token. */
  readonly contentChecks?: Readonly<Record<MerchantRole, ContentCheck>> | undefined;
  /** Returns an `mTxId` that no transaction has; needed where bodies have placeholders. */
  readonly freshMtxid?: (form: MtxidForm) => string;
  /** Receives every call when it is sent. */
  readonly onSend?: (call: SentCall) => void;
  /** Receives every call when it is complete, and those of this conversation so far, this one included. */
  readonly onCall?: (call: ServiceCall, steps: readonly ServiceCall[]) => void;
}

/**
 * Bodies may have placeholders, so that a case can be stored, shrunk and run again on new transactions. In an `mTxId`,
 * `{m1}` stands for the first fresh identifier of this execution, `{m2}` for the second, and `{n1}` for one of digits
 * only; the other forms are in mtxids.ts. In an `sTxId`, `{s1}` stands for the `sTxId` in the response to the first call, and
 * `{u1}`, `{l1}` and `{z1}` for ones like it that name no transaction. In a `cardToken`, `{c1}` stands
 * for the first card token of the deployment file, which is a secret.
 */
export function startConversation(options: ConversationOptions): Conversation {
  const { client, successShape, deployment, onCall } = options;
  const steps: ServiceCall[] = [];
  const freshMtxids = new Map<string, string>();
  const pending = new Set<Promise<unknown>>();
  const placeholders = createPlaceholders(options, steps, freshMtxids);

  const send = async (
    operation: OperationId,
    sent: Body,
    { merchant: wanted = options.merchant ?? 'one', elsewhere, repeated, ...differing }: SendOptions = {},
  ): Promise<ServiceCall> => {
    // Without a merchant with several processors, the other one sends its calls.
    const merchant = deployment.several === undefined ? 'one' : wanted;
    const variant: RequestVariant = { ...DOCUMENTED_VARIANT, ...differing };
    const { method } = variant;
    const { token } = deployment[merchant] ?? deployment.one;
    const { spelling } = variant;
    const body = method === 'GET' ? writeQuery(sent) : spell(writeBody(sent, placeholders), spelling);
    const request = {
      method,
      path: pathOf(operation) + (method === 'GET' ? `?${body}` : ''),
      token: credentialFrom(variant.credential, token, deployment.tokens),
      ...(variant.requestedWith === 'xhr' ? {} : { without: REQUESTED_WITH }),
      body,
      ...(variant.framing === 'chunked' ? { isChunked: true } : {}),
      ...(variant.charset === undefined ? {} : { charset: variant.charset }),
      ...(spelling === undefined ? {} : { spelling }),
      ...(elsewhere ? { connection: 'new' as const } : {}),
      mayBeRepeated: operation === 'calculateFee',
    };
    const position = steps.length;
    const begun = {
      operation,
      role: merchant,
      merchant,
      variant,
      ...(elsewhere ? { elsewhere } : {}),
      ...(repeated ? { repeated } : {}),
      sent,
      body,
      fields: parseJsonObject(body),
      concurrent: pending.size > 0,
      sentAt: now(),
      hasNumericStxids: successShape.sTxId === 'number',
    };
    steps.push({
      ...begun,
      response: NO_RESPONSE_YET,
      outcome: { kind: 'lost' },
      status: 0,
      given: undefined,
      endedAt: Infinity,
    });
    options.onSend?.(begun);
    const first = await client.send(request);
    let response = first;
    let isOfContent = false;
    // For an undocumented variant of a request, that status says nothing about the token.
    if (isDocumented(variant) && mayRefuseToken(response)) {
      const sendAgain = () => client.send(request);
      const checked = await options.contentChecks?.[merchant](operation, response, sendAgain);
      response = checked?.response ?? (await sendAgain());
      isOfContent = checked?.isOfContent ?? false;
    }
    const hasToken = isDocumented(variant) && !isOfContent;
    const outcome =
      response.kind === 'answered'
        ? outcomeOf(operation, response, { shape: successShape, hasToken })
        : ({ kind: response.cause === 'throttled' ? 'not-now' : 'lost' } as const);
    const hasChanged = response.kind === 'answered' && !mayRefuseToken(response);
    const call: ServiceCall = {
      ...begun,
      response,
      ...(hasChanged && isUnauthorized(first) ? { unauthorizedFirst: first } : {}),
      outcome,
      status: response.kind === 'answered' ? response.status : 0,
      given: stxidIn(outcome),
      endedAt: now(),
    };
    steps[position] = call;
    onCall?.(call, steps);

    return call;
  };
  const trackPending = async (sending: Promise<ServiceCall>): Promise<ServiceCall> => {
    pending.add(sending);
    try {
      return await sending;
    } finally {
      pending.delete(sending);
    }
  };

  return {
    fee: (body, callOptions) => trackPending(send('calculateFee', body, callOptions)),
    sale: (body, callOptions) => trackPending(send('attachSale', body, callOptions)),
    transcript: { steps, freshMtxids },
    async quiet() {
      await Promise.allSettled(pending);
    },
  };
}

const NO_RESPONSE_YET: HttpResult = {
  kind: 'unanswered',
  cause: 'timeout',
  detail: 'no response yet',
  ms: 0,
};

function isUnauthorized(response: HttpResult): response is HttpResponse {
  return response.kind === 'answered' && response.status === 401;
}

/** Whether the status is one that refuses a token; some servers refuse the content of a request with it. */
export function mayRefuseToken(response: HttpResult): boolean {
  return response.kind === 'answered' && (response.status === 401 || response.status === 403);
}

/** The value of a placeholder such as `{m1}`, by the field in which it may stand. */
type Placeholders = Readonly<Record<'mTxId' | 'sTxId' | 'cardToken', (placeholder: string) => string>>;

function createPlaceholders(
  { freshMtxid, deployment: { cardTokens = [] } }: ConversationOptions,
  steps: readonly ServiceCall[],
  freshMtxids: Map<string, string>,
): Placeholders {
  return {
    mTxId(placeholder) {
      const known = freshMtxids.get(placeholder) ?? freshMtxid?.(placeholder[1] as MtxidForm);
      if (known === undefined) throw new Error('the conversation has no freshMtxid for its placeholders');
      freshMtxids.set(placeholder, known);

      return known;
    },
    sTxId(placeholder) {
      const step = steps.filter(({ repeated }) => !repeated)[numberIn(placeholder) - 1];
      const known = step === undefined ? undefined : step.given;
      const make = STXID_FORMS[placeholder.charAt(1)];
      if (known === undefined || make === undefined)
        throw new NotJudged('the response to an earlier call has no sTxId');

      return make(known);
    },
    cardToken(placeholder) {
      const known = cardTokens[numberIn(placeholder) - 1];
      if (known === undefined) throw new NotJudged(NO_CARD_TOKEN);

      return known;
    },
  };
}

function numberIn(placeholder: string): number {
  return Number(placeholder.slice(2, -1));
}

/** The fields as a query string. Placeholders are not filled in. */
function writeQuery(sent: Body): string {
  if ('raw' in sent && typeof sent['raw'] === 'string') return sent['raw'];

  return new URLSearchParams(
    Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

function writeBody(body: Body, { mTxId, sTxId, cardToken }: Placeholders): string {
  if ('raw' in body && typeof body['raw'] === 'string') return body['raw'];

  return JSON.stringify(body, (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (value === MEBIBYTES) return 'x'.repeat(3 * 1024 * 1024);
    if (key === 'cardToken') return /^\{c\d+\}$/.test(value) ? cardToken(value) : value;
    if (key === 'sTxId' && STXID_PLACEHOLDER.test(value)) return sTxId(value);

    return key === 'mTxId' || key === 'sTxId' ? value.replaceAll(MTXID_PLACEHOLDER, mTxId) : value;
  });
}

/** Stands for a text of this size. */
export const MEBIBYTES = '{3 MiB}';

/** Why no card token is sent. */
export const NO_CARD_TOKEN = 'needs cardTokens of a deployment file: a card token';
