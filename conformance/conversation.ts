/** One execution of a rule against a deployment: sends, keeps the transcript, gives fresh identifiers. */
import { pathOf } from '../src/contract/operations.ts';
import type { OperationId } from '../src/contract/types.ts';
import type { Answer } from './client/answer.ts';
import type { Client } from './client/client.ts';
import { credentialFrom, type UnusableTokens } from './client/credential.ts';
import { NotJudged } from './failure.ts';
import type { MtxidForm } from './fresh-mtxids.ts';
import { DOCUMENTED_MANNER, isDocumented, type Manner, REQUESTED_WITH } from './manner.ts';
import { type Dialect, type Judgement, judge } from './oracle.ts';

/** A body as it is sent: a value to be written as JSON, or the raw text. */
export type Body = { readonly [field: string]: unknown } | { readonly raw: string };

/** One request and what came back for it. */
export interface Step {
  readonly operation: OperationId;
  readonly manner: Manner;
  /** The exact text sent; with GET the query. */
  readonly body: string;
  readonly answer: Answer;
  /** Sent before the step in front of it was answered. */
  readonly concurrent: boolean;
}

/** An answer together with what the oracle makes of it. */
export interface Reply {
  readonly operation: OperationId;
  readonly sent: Body;
  readonly manner: Manner;
  readonly answer: Answer;
  readonly judgement: Judgement | { readonly kind: 'silent' } | { readonly kind: 'token-refused' };
  /** Whether this deployment gives its `sTxId`s as numbers, against the document. */
  readonly hasNumericStxids: boolean;
  /** Tells the run that this answer to a valid request is malformed, for the response rules to look into. */
  readonly suspect: () => void;
}

export interface Transcript {
  readonly steps: readonly Step[];
  /** The fresh `mTxId`s of this execution by their number. */
  readonly freshMtxids: ReadonlyMap<string, string>;
}

/** An answer that says something whenever it is looked at, and how it came. */
export interface Sighting {
  readonly reply: Reply;
  readonly transcript: Transcript;
}

export interface Conversation {
  /** POST /v1/ch with any body, unless another manner is asked for. */
  fee(body: Body, manner?: Partial<Manner>): Promise<Reply>;
  /** POST /v1/ch/sale with any body, unless another manner is asked for. */
  sale(body: Body, manner?: Partial<Manner>): Promise<Reply>;
  readonly transcript: Transcript;
  /** Resolves when every request has its answer: a rule may end while some of those it sent at once have none yet. */
  quiet(): Promise<void>;
}

/** What a 401 or 403 comes to when the request is sent again: the answer that counts, and what it refuses. */
export interface CheckedRefusal {
  readonly answer: Answer;
  readonly isOfContent: boolean;
}

export type ContentCheck = (
  operation: OperationId,
  refusal: Answer,
  askAgain: () => Promise<Answer>,
) => Promise<CheckedRefusal>;

export interface ConversationOptions {
  readonly client: Client;
  readonly dialect: Dialect;
  readonly token: string | undefined;
  /** That of the merchant with several processors, for rules about two. */
  readonly tokenOfSeveral?: string | undefined;
  /** The deployment file's other tokens (`tokens`), and its values of `cardToken`. */
  readonly unusableTokens?: UnusableTokens | undefined;
  readonly cardTokens?: readonly string[] | undefined;
  /** Without it, a 401 or 403 refuses the token. */
  readonly contentCheck?: ContentCheck | undefined;
  /** Gives an `mTxId` that no transaction has; needed where bodies have placeholders. */
  readonly freshMtxid?: (form: MtxidForm) => string;
  /** Told of every reply, with the step that it came of. */
  readonly onReply?: (reply: Reply, step: Step) => void;
  /** Told of every malformed answer to a valid request. */
  readonly onSuspect?: (sighting: Sighting) => void;
}

/**
 * In a body, `{m1}` in an `mTxId` stands for the first fresh identifier of this execution, `{m2}` for the second,
 * and `{n1}` for one that is a number: a case can so be told, made smaller and run again without ever meeting its
 * own past. In a `cardToken`, `{c1}` stands for the first card token of the deployment file, which is a secret.
 */
export function startConversation({
  client,
  dialect,
  token,
  tokenOfSeveral,
  unusableTokens,
  cardTokens = [],
  contentCheck,
  freshMtxid = noFreshMtxid,
  onSuspect,
  onReply,
}: ConversationOptions): Conversation {
  const steps: Step[] = [];
  const freshMtxids = new Map<string, string>();
  const pending = new Set<Promise<unknown>>();

  const fresh = (placeholder: string) => {
    const form = placeholder.startsWith('{n') ? 'number' : 'text';
    const known = freshMtxids.get(placeholder) ?? freshMtxid(form);
    freshMtxids.set(placeholder, known);

    return known;
  };

  const cardToken = (placeholder: string) => {
    const known = cardTokens[Number(placeholder.slice(2, -1)) - 1];
    if (known === undefined) throw new NotJudged(NO_CARD_TOKEN);

    return known;
  };

  const ask = async (operation: OperationId, sent: Body, differing: Partial<Manner> = {}): Promise<Reply> => {
    const manner: Manner = { ...DOCUMENTED_MANNER, ...differing };
    const { method } = manner;
    const body = method === 'GET' ? writeQuery(sent) : writeBody(sent, { mTxId: fresh, cardToken });
    const request = {
      method,
      path: pathOf(operation) + (method === 'GET' ? `?${body}` : ''),
      token: credentialFrom(
        manner.credential,
        manner.merchant === 'several' ? tokenOfSeveral : token,
        unusableTokens,
      ),
      ...(manner.requestedWith === 'xhr' ? {} : { without: REQUESTED_WITH }),
      body,
      mayBeRepeated: operation === 'calculateFee',
    };
    const position = steps.length;
    const concurrent = pending.size > 0;
    steps.push({ operation, manner, body, answer: NOT_YET, concurrent });
    let answer = await client.ask(request);
    let isOfContent = false;
    if (isTokenRefusal(answer, manner)) {
      const askAgain = () => client.ask(request);
      const checked = await contentCheck?.(operation, answer, askAgain);
      answer = checked?.answer ?? (await askAgain());
      isOfContent = checked?.isOfContent ?? false;
    }
    const step: Step = { operation, manner, body, answer, concurrent };
    steps[position] = step;

    const reply: Reply = {
      operation,
      sent,
      manner,
      answer,
      judgement: judgementOf({ operation, manner, answer }, isOfContent, dialect),
      hasNumericStxids: dialect.sTxId === 'number',
      suspect: () => onSuspect?.({ reply, transcript: { steps: [step], freshMtxids } }),
    };
    onReply?.(reply, step);

    return reply;
  };
  const kept = async (asking: Promise<Reply>): Promise<Reply> => {
    pending.add(asking);
    try {
      return await asking;
    } finally {
      pending.delete(asking);
    }
  };

  return {
    fee: (body, manner) => kept(ask('calculateFee', body, manner)),
    sale: (body, manner) => kept(ask('attachSale', body, manner)),
    transcript: { steps, freshMtxids },
    async quiet() {
      await Promise.allSettled(pending);
    },
  };
}

function noFreshMtxid(): never {
  throw new Error('a body has a placeholder, and nothing gives fresh identifiers');
}

const NOT_YET: Answer = { kind: 'unanswered', cause: 'timeout', detail: 'not asked to the end', ms: 0 };

function judgementOf(
  { operation, manner, answer }: Pick<Step, 'operation' | 'manner' | 'answer'>,
  isOfContent: boolean,
  dialect: Dialect,
): Reply['judgement'] {
  if (answer.kind === 'unanswered') return { kind: 'silent' };

  return isTokenRefusal(answer, manner) && !isOfContent
    ? { kind: 'token-refused' }
    : judge(operation, answer, dialect);
}

/** Of a request in another manner than the document's that status says nothing about the token. */
function isTokenRefusal(answer: Answer, manner: Manner): boolean {
  return isDocumented(manner) && mayRefuseToken(answer);
}

/** Whether the status is one that servers refuse a token with, and some the content of a request. */
export function mayRefuseToken(answer: Answer): boolean {
  return answer.kind === 'answered' && (answer.status === 401 || answer.status === 403);
}

/** The fields as a form would send them; texts as they are, so that no placeholder is filled in. */
function writeQuery(sent: Body): string {
  if ('raw' in sent && typeof sent['raw'] === 'string') return sent['raw'];

  return new URLSearchParams(
    Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

interface Placeholders {
  readonly mTxId: (placeholder: string) => string;
  readonly cardToken: (placeholder: string) => string;
}

function writeBody(body: Body, { mTxId, cardToken }: Placeholders): string {
  if ('raw' in body && typeof body['raw'] === 'string') return body['raw'];

  return JSON.stringify(body, (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (key === 'cardToken') return /^\{c\d+\}$/.test(value) ? cardToken(value) : value;

    return key === 'mTxId' ? value.replaceAll(/\{[mn]\d+\}/g, mTxId) : value;
  });
}

/** Why no card token is sent. */
export const NO_CARD_TOKEN = 'no deployment file lists a card token (cardTokens)';
