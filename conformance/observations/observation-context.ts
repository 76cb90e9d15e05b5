/** Creates the context of an observation: the rule context, and calls that are repeated after a server error. */
import { feeIn } from '../../src/contract/outcome.ts';
import type { JsonObject } from '../../src/text/json-object.ts';
import { describeCall, isServerError, stxidOf } from '../rule/assertions.ts';
import type { RuleContext } from '../rule/context.ts';
import type { Conversation, SendOptions } from '../rule/conversation.ts';
import { NotAnswering, NotJudged } from '../rule/failure.ts';
import type { ServiceCall } from '../rule/service-call.ts';

export interface ObservationContext extends RuleContext {
  /** @throws NotJudged where the response is lost, NotAnswering where responses are lost repeatedly */
  readonly fee: Conversation['fee'];
  /** @throws NotJudged, NotAnswering as `fee` does */
  readonly sale: Conversation['sale'];
  /** Sends the baseline request with these fields added or replaced. */
  readonly feeWith: (fields: JsonObject, options?: SendOptions) => Promise<ServiceCall>;
  /** Whether the baseline request is accepted with these fields added or replaced. */
  readonly accepts: (fields: JsonObject) => Promise<boolean>;
  /** Opens a transaction with these fields beside the baseline. @throws NotJudged where the call is refused */
  readonly open: (fields?: JsonObject) => Promise<OpenedTransaction>;
  /** A transaction that the observations of a group share. @throws NotJudged where none can be opened */
  readonly sharedTransaction: () => Promise<OpenedTransaction>;
  /** The shared transaction with a sale attached. @throws NotJudged where the sale is refused */
  readonly soldTransaction: () => Promise<OpenedTransaction>;
  /** Returns an `sTxId` of this deployment. */
  readonly knownStxid: () => Promise<string>;
  /** Requests of the whole run so far. */
  readonly requestsSent: () => number;
  /** The HTTP statuses of throttled requests in this run. */
  readonly throttleStatuses: ReadonlySet<number>;
  readonly wrongTokens: WrongTokens;
}

/** The calls of the run with another token than that of the deployment file. */
interface WrongTokens {
  /** Those that the service took are none. */
  readonly refused: number;
  /** Whether one under another signature was refused. */
  readonly isForgedRefused: boolean;
}

interface OpenedTransaction {
  readonly sTxId: string;
  /** US dollars. */
  readonly fee: number | undefined;
}

interface ObservationOptions
  extends Pick<ObservationContext, 'requestsSent' | 'throttleStatuses' | 'wrongTokens'> {
  readonly conversation: Conversation;
  readonly context: RuleContext;
  /** Counts a lost response, and returns how many the observations of this run have lost. */
  readonly countLoss: () => number;
}

/** Lost responses before the observations end: each may take the whole time limit. */
const MAX_LOSSES = 2;

export function createObservationContext(options: ObservationOptions): ObservationContext {
  const { conversation, context, countLoss, ...facts } = options;
  let shared: Promise<OpenedTransaction> | undefined;
  let sold: Promise<OpenedTransaction> | undefined;

  const send = async (call: () => Promise<ServiceCall>): Promise<ServiceCall> => {
    const first = await call();
    const exchange = isAccident(first) ? await call() : first;
    checkAnswered(exchange, countLoss);

    return exchange;
  };
  const fee: Conversation['fee'] = (body, variant) => send(() => conversation.fee(body, variant));
  const sale: Conversation['sale'] = (body, variant) => send(() => conversation.sale(body, variant));
  const feeWith: ObservationContext['feeWith'] = (fields, variant) =>
    fee({ ...context.baseline, ...fields }, variant);
  const open: ObservationContext['open'] = async (fields = {}) => {
    const call = await feeWith(fields);
    if (!isAccepted(call))
      throw new NotJudged(`a first call that this observation needs was refused: ${describeCall(call)}`);

    return { sTxId: stxidOf(call), fee: feeFrom(call) };
  };
  const sharedTransaction = () => (shared ??= open());
  const sell = async (): Promise<OpenedTransaction> => {
    const transaction = await sharedTransaction();
    const { sTxId } = transaction;
    const call = await sale({ sTxId, authCode: 'A1B2C3', ...context.traits.saleExtras });
    const { outcome, response } = call;
    // A first sale that returned the sTxId was accepted, with any message.
    const isOfIt =
      outcome.kind === 'unclear' && response.kind === 'answered' && response.body?.['sTxId'] === sTxId;
    if (!isOfIt && !isAccepted(call))
      throw new NotJudged(`a sale that this observation needs was refused: ${describeCall(call)}`);

    return transaction;
  };

  return {
    ...context,
    fee,
    sale,
    feeWith,
    accepts: async (fields) => isAccepted(await feeWith(fields)),
    open,
    sharedTransaction,
    soldTransaction: () => (sold ??= sell()),
    knownStxid: async () => context.traits.canaries.one?.sTxId ?? (await sharedTransaction()).sTxId,
    ...facts,
  };
}

/** @throws NotJudged where the request was neither accepted nor refused */
export function isAccepted(call: ServiceCall): boolean {
  switch (call.outcome.kind) {
    case 'accepted':
      return true;
    case 'refused':
    case 'token-refused':
      return false;
    case 'unclear':
    case 'lost':
    case 'not-now':
      throw new NotJudged(`the response is neither a success nor a refusal: ${describeCall(call)}`);
  }
}

/** This option where the request was accepted, and otherwise `refuse`. @throws NotJudged where it was neither */
export function optionIfAccepted(call: ServiceCall, option: string): readonly [string] {
  return [isAccepted(call) ? option : 'refuse'];
}

/** The fee in US dollars; undefined where the response has none. */
export function feeFrom({ response }: ServiceCall): number | undefined {
  return response.kind === 'answered' ? feeIn(response.body) : undefined;
}

function isAccident(call: ServiceCall): boolean {
  const { response } = call;

  return response.kind === 'unanswered'
    ? response.cause === 'reset' || response.cause === 'cut-off'
    : isServerError(call);
}

function checkAnswered(call: ServiceCall, countLoss: () => number): void {
  const { response } = call;
  if (response.kind === 'answered') return;
  const { cause } = response;
  const reason = describeCall(call);
  if (cause === 'redirected-away' || cause === 'too-large') throw new NotJudged(reason);
  const losses = countLoss();
  if (cause === 'throttled' || cause === 'proxy' || losses >= MAX_LOSSES) throw new NotAnswering(reason);
  throw new NotJudged(reason);
}
