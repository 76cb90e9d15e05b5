/** Defines an observation: a question that the document leaves open, and how the suite answers it. */
import { CHOICES, type ChoiceName, type OptionOf } from '../../src/contract/choices.ts';
import { REQUIRED_FIELDS } from '../../src/contract/fields.gen.ts';
import type { ObserveRule } from '../../src/contract/rule-ids.ts';
import type { JsonObject } from '../../src/text/json-object.ts';
import type { SendOptions } from '../rule/conversation.ts';
import type { History, NamedCall } from '../rule/history.ts';
import { type HttpResponse, isSuccessful } from '../rule/http-result.ts';
import { isFeeCall, isSale, type ServiceCall, type TrafficCall } from '../rule/service-call.ts';
import { type ObservationContext, optionIfAccepted } from './observation-context.ts';

/** The options that are consistent with the exchanges; several where the exchanges do not distinguish them. */
export type SeenOptions = readonly string[];

export interface AnsweredCall extends ServiceCall {
  readonly response: HttpResponse;
}

export interface ObservationSpec {
  /** Looks at any answered exchange of the run; undefined where it shows nothing. Sends nothing. */
  readonly observe?: (call: AnsweredCall) => SeenOptions | undefined;
  /** Looks at a call of ordinary traffic, in addition. In a run such calls may be requests of rules, which show less. */
  readonly inTraffic?: (call: CallInTraffic) => SeenOptions | undefined;
  /**
   * Sends requests where the exchanges so far leave the answer open. `observe` receives these exchanges as well, so
   * `run` may return undefined.
   *
   * @throws NotJudged, NotAnswering, BudgetSpent
   */
  readonly run?: (context: ObservationContext) => Promise<SeenOptions | undefined>;
  /** Reports the options that all exchanges have in common (`intersect`, the default), or all options (`list`). */
  readonly combine?: 'intersect' | 'list';
}

export interface Observation extends ObservationSpec {
  readonly id: ObserveRule;
  readonly level: 'observe';
  /** Section of the document that leaves it open. */
  readonly section: string;
  /** The question. */
  readonly title: string;
  /** The choice that it observes; undefined where the mock has no such choice. */
  readonly choice: ChoiceName | undefined;
}

/** Creates the observation of a choice. */
export function observeChoice(choice: ChoiceName, spec: ObservationSpec): Observation {
  const { section, question } = CHOICES[choice];

  return { ...spec, id: `observe/${choice}`, level: 'observe', section, title: question, choice };
}

/**
 * Observes whether a first call with these fields, or sent in this way, is accepted.
 *
 * @param isSuch whether a call of traffic is one, so that its acceptance shows the same
 */
export function observeTaken<N extends ChoiceName>(
  choice: N,
  option: OptionOf<N>,
  { fields = {}, sent }: { readonly fields?: JsonObject; readonly sent?: SendOptions },
  isSuch: (call: CallInTraffic) => boolean = () => false,
): Observation {
  return observeChoice(choice, {
    inTraffic: (call) => (call.isAccepted && isSuch(call) ? [option] : undefined),
    run: async ({ feeWith }) => optionIfAccepted(await feeWith(fields, sent), option),
  });
}

export interface CallInTraffic {
  readonly call: TrafficCall;
  readonly fields: JsonObject;
  readonly history: History;
  readonly named: NamedCall | undefined;
  /** Absent unless it is a fee call or a sale as the document describes it. */
  readonly kind: 'fee' | 'sale' | undefined;
  readonly isAccepted: boolean;
  /** The response that refuses the content, with any status but those of tokens, limits, gateways and failures. */
  readonly refusal: HttpResponse | undefined;
  /** Whether an observation may do what takes as long as all others, such as to decode a token. */
  readonly isSampled: boolean;
}

/** Call it before the exchange is added to the history. @returns undefined where it has no fields, or is no POST */
export function inTraffic(
  call: TrafficCall,
  history: History,
  isSampled: boolean,
): CallInTraffic | undefined {
  const { fields, outcome, response, variant } = call;
  if (fields === undefined || variant.method !== 'POST') return undefined;
  const isRefusal = outcome.kind === 'refused' && response.kind === 'answered' && response.status < 500;

  return {
    ...{ call, fields, history, named: history.named(call), isSampled },
    kind: isFeeCall(call) ? 'fee' : isSale(call) ? 'sale' : undefined,
    isAccepted: outcome.kind === 'accepted',
    refusal: isRefusal ? response : undefined,
  };
}

export function hasWrongNicn({ nicn }: JsonObject): boolean {
  return typeof nicn === 'string' && /^(?:[0-9]{0,5}|[0-9]{9,})$/.test(nicn);
}

/** Without that of a refusal with a 2xx status. */
export function refusalStatus({ refusal }: CallInTraffic): readonly string[] | undefined {
  return refusal === undefined || isSuccessful(refusal) ? undefined : [String(refusal.status)];
}

export function isUnknownStxid({ fields: { sTxId }, history }: CallInTraffic): boolean {
  return typeof sTxId === 'string' && history.bySTxId(sTxId) === undefined;
}

export function isUpdate({ kind, named }: CallInTraffic): boolean {
  return kind === 'fee' && named !== undefined && !named.transaction.isSold;
}

export function hasRequired(fields: JsonObject): boolean {
  return REQUIRED_FIELDS.every((name) => fields[name] !== undefined);
}

/** This option where it was accepted, `refuse` where its content was refused. */
export function takenAs(
  option: string,
  { isAccepted, refusal }: CallInTraffic,
): readonly string[] | undefined {
  return isAccepted ? [option] : refusal && ['refuse'];
}

/** Whether an update can be refused only for the fields that it leaves out. */
export function hasOnlyLeftOut({ fields, named }: CallInTraffic): boolean {
  const first = named?.transaction.opening.fields ?? {};
  const isFree = (name: string) => name === 'sTxId' || name === 'mTxId' || name === 'amount';

  return Object.keys(fields).every(
    (name) => isFree(name) || JSON.stringify(fields[name]) === JSON.stringify(first[name]),
  );
}
