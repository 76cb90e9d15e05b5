/** When the contract alone answers, by sampling itself: for a request that prefers it, or for all. */
import type { OperationId } from '../contract/types.ts';
import type { Check, Visit } from './check.ts';
import type { Context } from './handler.ts';
import { readPreference } from './preference.ts';
import type { Prism } from './prism.ts';
import { type Refusal, refuse } from './refusal.ts';

/** An answer made of the contract's examples and schemas. */
export interface Sampled {
  readonly kind: 'sampled';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export type Sample = (visit: Visit, context: Context) => Promise<Sampled | Refusal> | undefined;

export interface SampleOptions<O extends OperationId> {
  readonly path: string;
  readonly prism: Prism;
  /** Says what is wrong with a request that Prism refuses. */
  readonly check: Check<O>;
  /** Whether a request without a preference is sampled too. */
  readonly always: boolean;
}

export function createSample<O extends OperationId>({
  path,
  prism,
  check,
  always,
}: SampleOptions<O>): Sample {
  return (visit, context) => {
    const { prefer } = visit.headers;
    if (prefer === undefined && !always) return undefined;
    const read = readPreference(prefer);
    if (read.kind === 'malformed') return Promise.resolve(refuse('content-refused', [read.violation]));
    if (read.kind === 'none' && !always) return undefined;
    const preference = read.kind === 'none' ? {} : read.preference;

    return prism.sample(path, visit, preference).then((sampled) => {
      if (sampled.kind !== 'refused') return sampled;
      const checked = check(visit, context);

      return checked.kind === 'valid' ? sampled : refuse('content-refused', checked.violations);
    });
  };
}
