/** How many requests a run may send and how long it may take: the limits of its effort, unless others are given. */
import type { Deployment } from '../deployment/deployment.ts';
import { ASSUMED } from '../deployment/deployment.ts';
import type { Effort } from './effort.ts';

export interface RunLimits {
  readonly maxRequests: number;
  /** Requests that the deployment puts off and that do not count: a cap that was given is kept to. */
  readonly freeRetries: number;
  /** Milliseconds. */
  readonly maxTime: number;
}

/** The part of the effort's cap that is added for each of these that the deployment file asks to be judged. */
const SHARES = { several: 0.1, pricing: 0.1, card: 0.02, region: 0.01, processor: 0.01 } as const;

/** However much the file names, the cap is at most this many times that of the effort. */
const MOST_TIMES = 3;

/** At quick effort the must rules leave little of the cap to the should rules. */
const STRICT_TIMES = 2;

/** Waits, slow answers and what is asked again, in terms of the time that a configured rate takes. */
const SLACK = 1.5;

export function runLimits(
  effort: Effort,
  deployment: Deployment,
  given: {
    readonly maxRequests?: number | undefined;
    readonly maxTime?: number | undefined;
    /** Whether the should rules decide the verdict too. */
    readonly strict?: boolean;
  },
): RunLimits {
  const maxRequests = given.maxRequests ?? capFor(effort, deployment, given.strict ?? false);
  const { rate } = deployment.limits;
  const atRate = rate === undefined ? 0 : (SLACK * 1000 * maxRequests) / rate;

  return {
    maxRequests,
    freeRetries: given.maxRequests === undefined ? maxRequests : 0,
    maxTime: given.maxTime ?? Math.max(effort.maxTime, atRate),
  };
}

/** Quick tries as many cases of a rule whatever the file names. */
function capFor(effort: Effort, { several, pricing, cards, regions }: Deployment, strict: boolean): number {
  if (effort.name === 'quick') return effort.maxRequests * (strict ? STRICT_TIMES : 1);
  const beyond = (count: number, assumed: number) => Math.max(0, count - assumed);
  const added =
    (several === undefined ? 0 : SHARES.several) +
    (pricing === undefined ? 0 : SHARES.pricing) +
    SHARES.card * beyond(cards.length, ASSUMED.cards.length) +
    SHARES.region * beyond(countOf(regions), countOf(ASSUMED.regions)) +
    SHARES.processor * beyond(several?.processors.length ?? 0, 2);

  return Math.round(effort.maxRequests * Math.min(MOST_TIMES, 1 + added));
}

function countOf(regions: Deployment['regions']): number {
  return Object.values(regions).flat().length;
}
