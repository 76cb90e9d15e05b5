/** Passes every exchange of a run to the observations, and combines the options that they see. */
import { EITHER } from '../../src/contract/read-choices.ts';
import type { ObserveRule } from '../../src/contract/rule-ids.ts';
import { startOf } from '../../src/text/visible.ts';
import { toHttpResponse } from '../rule/http-result.ts';
import type { ServiceCall } from '../rule/service-call.ts';
import type {
  AnsweredCall,
  CallInTraffic,
  Observation,
  ObservationSpec,
  SeenOptions,
} from './observation.ts';

export interface ObservationCollector {
  collect(call: ServiceCall): void;
  /** Passes a call of traffic to the observations. */
  collectInTraffic(call: CallInTraffic): void;
  /** Adds options that were seen in another way than by `observe`. */
  add(id: ObserveRule, options: SeenOptions): void;
  /** The options so far as one text; undefined where none was seen. */
  result(id: ObserveRule): string | undefined;
  /** How often options were seen. */
  count(id: ObserveRule): number;
}

/** Characters. Observations skip longer responses, because each of them reads the whole text. */
const MAX_RESPONSE_LENGTH = 65_536;

/** @param redact removes secrets before an observation cuts a text: part of a secret is not recognised */
export function createObservationCollector(
  observations: readonly Observation[],
  redact: (text: string) => string,
): ObservationCollector {
  const seen = new Map(
    observations.map(({ id, combine }) => [
      id,
      { combine, options: new Map<string, SeenOptions>(), count: 0 },
    ]),
  );
  const ofTraffic = observations.flatMap(({ id, inTraffic }) => (inTraffic ? [{ id, inTraffic }] : []));
  const add = (id: ObserveRule, options: SeenOptions) => {
    const entry = seen.get(id);
    if (entry === undefined) return;
    entry.options.set(JSON.stringify(options), options);
    entry.count++;
  };

  return {
    collect(call) {
      const { response } = call;
      if (response.kind !== 'answered' || response.text.length > MAX_RESPONSE_LENGTH) return;
      const redacted = withoutSecrets({ ...call, response }, redact);
      for (const { id, observe } of observations) {
        const options = observe?.(redacted);
        if (options !== undefined) add(id, options);
      }
    },
    collectInTraffic(call) {
      for (const { id, inTraffic } of ofTraffic) {
        const options = inTraffic(call);
        if (options !== undefined) add(id, options);
      }
    },
    add,
    count: (id) => seen.get(id)?.count ?? 0,
    result(id) {
      const { options, combine } = seen.get(id) ?? {};

      return options === undefined ? undefined : combineOptions([...options.values()], combine);
    },
  };
}

/** Whether further exchanges could tell the options apart. */
export function isOpen(result: string | undefined): boolean {
  return result === undefined || result.includes(EITHER);
}

/** A deployment that varies endlessly is described by some of its options. */
const MAX_OPTIONS = 6;
const MAX_LENGTH = 600;

/** Undefined where nothing was seen. */
export function combineOptions(
  seen: readonly SeenOptions[],
  combine: ObservationSpec['combine'] = 'intersect',
): string | undefined {
  const [first = []] = seen;
  if (first.length === 0) return undefined;
  const common = first.filter((option) => seen.every((options) => options.includes(option)));
  if (combine === 'intersect' && common.length > 0) return common.join(EITHER);

  // What fits an option that was seen for certain adds nothing.
  const certain = new Set(seen.filter(({ length }) => length === 1).flat());
  const telling = seen.filter((options) => options.length === 1 || !options.some((one) => certain.has(one)));
  const distinct = [...new Set(telling.map((options) => options.join(EITHER)))].toSorted();
  const shown = [...distinct.slice(0, MAX_OPTIONS), ...(distinct.length > MAX_OPTIONS ? ['…'] : [])];
  const text = shown.join(combine === 'list' ? '; ' : ', ');

  return text.length > MAX_LENGTH ? `${startOf(text, MAX_LENGTH)}…` : text;
}

/** Only an exchange that contains a secret is copied. */
function withoutSecrets(call: AnsweredCall, redact: (text: string) => string): AnsweredCall {
  const { response, outcome } = call;
  const { status, headers, text, ms } = response;
  const { 'content-type': type = '' } = headers;
  const shown = { text: redact(text), type: redact(type) };
  if (shown.text === text && shown.type === type) return call;
  const redacted = toHttpResponse({
    ...{ status, ms, text: shown.text },
    headers: { ...headers, ...(type !== '' && { 'content-type': shown.type }) },
  });
  const { body } = redacted;

  return {
    ...call,
    response: redacted,
    outcome: outcome.kind === 'accepted' && body !== undefined ? { ...outcome, body } : outcome,
  };
}
