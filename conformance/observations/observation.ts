/** Defines an observation: a question that the document leaves open, and how the suite answers it. */
import { CHOICES, type ChoiceName, type OptionOf } from '../../src/contract/choices.ts';
import type { ObserveRule } from '../../src/contract/rule-ids.ts';
import type { JsonObject } from '../../src/text/json-object.ts';
import type { SendOptions } from '../rule/conversation.ts';
import type { Exchange } from '../rule/exchange.ts';
import type { HttpResponse } from '../rule/http-result.ts';
import type { CallInTraffic } from './call-in-traffic.ts';
import { type ObservationContext, optionIfAccepted } from './observation-context.ts';

/** The options that are consistent with the exchanges; several where the exchanges do not distinguish them. */
export type SeenOptions = readonly string[];

export interface AnsweredExchange extends Exchange {
  readonly response: HttpResponse;
}

export interface ObservationSpec {
  /** Looks at any answered exchange of the run; undefined where it shows nothing. Sends nothing. */
  readonly observe?: (exchange: AnsweredExchange) => SeenOptions | undefined;
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
