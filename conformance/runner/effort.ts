/** Effort levels, and the limits of a run. */

import { DEPLOYMENT_DEFAULTS, type Deployment } from '../deployment/deployment.ts';
import type { EffortName } from '../report/report.ts';
import type { ScriptEffort } from '../rule/context.ts';

export interface Effort extends ScriptEffort {
  readonly name: EffortName;
  /** Scripts that each rule lists, at most; undefined leaves the number to the rule. */
  readonly scripts: number | undefined;
  /** Random scripts per rule that has them. */
  readonly randomScripts: number;
  /** Random scripts of a rule whose scripts are sequences of calls. */
  readonly sequences: number;
  /** Exchanges for which an observing rule must hold before it sends nothing itself. */
  readonly seenEnough: number;
  readonly maxRequests: number;
  /** Milliseconds for the whole run. */
  readonly maxTime: number;
}

export const EFFORTS: Readonly<Record<EffortName, Effort>> = {
  quick: {
    name: 'quick',
    scripts: undefined,
    editsTogether: 2,
    randomScripts: 0,
    seenEnough: 1,
    otherTraffic: 2,
    combined: 2,
    sequences: 0,
    sequence: 6,
    pause: 0,
    maxRequests: 120,
    maxTime: 120_000,
  },
  standard: {
    name: 'standard',
    scripts: 200,
    editsTogether: 16,
    randomScripts: 1,
    seenEnough: 100,
    otherTraffic: 220,
    combined: 2,
    sequences: 1,
    sequence: 8,
    pause: 0,
    maxRequests: 2000,
    maxTime: 600_000,
  },
  deep: {
    name: 'deep',
    scripts: 2000,
    editsTogether: 8,
    randomScripts: 100,
    seenEnough: 100,
    otherTraffic: 600,
    combined: 4,
    sequences: 120,
    sequence: 30,
    pause: 30_000,
    maxRequests: 10_000,
    maxTime: 3_600_000,
  },
};

export interface RunLimits {
  readonly maxRequests: number;
  /** Requests throttled or lost that do not count; none where the cap was given. */
  readonly freeRetries: number;
  /** Milliseconds. */
  readonly maxTime: number;
}

/** The part of the effort's cap that is added for each of these in the deployment file. */
const ADDED = { several: 0.1, pricing: 0.1, card: 0.02, region: 0.01, processor: 0.01 } as const;

/** The highest cap, as a multiple of the effort's. */
const MAX_FACTOR = 3;

/** At quick effort the must rules leave little of the cap to the should rules. */
const STRICT_FACTOR = 2.25;

/** The time for pauses, slow responses and retries, as a multiple of the time that a configured rate takes. */
const SLACK = 1.5;

export function runLimits(
  effort: Effort,
  deployment: Deployment,
  given: {
    readonly maxRequests?: number | undefined;
    readonly maxTime?: number | undefined;
    /** Whether should rules count for the verdict. */
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

/** At quick effort the number of scripts does not depend on the deployment file. */
function capFor(effort: Effort, { several, pricing, cards, regions }: Deployment, strict: boolean): number {
  if (effort.name === 'quick') return effort.maxRequests * (strict ? STRICT_FACTOR : 1);
  const beyond = (count: number, assumed: number) => Math.max(0, count - assumed);
  const added =
    (several === undefined ? 0 : ADDED.several) +
    (pricing === undefined ? 0 : ADDED.pricing) +
    ADDED.card * beyond(cards.length, DEPLOYMENT_DEFAULTS.cards.length) +
    ADDED.region * beyond(countOf(regions), countOf(DEPLOYMENT_DEFAULTS.regions)) +
    ADDED.processor * beyond(several?.processors.length ?? 0, 2);

  return Math.round(effort.maxRequests * Math.min(MAX_FACTOR, 1 + added));
}

function countOf(regions: Deployment['regions']): number {
  return Object.values(regions).flat().length;
}

/** Requests of the preflight, at most: every form of a valid call, each sent twice, and the traits. */
export const PREFLIGHT_REQUESTS = 40;

/** Requests that the should rules may take each, counterexample included; it limits how many are judged at the same time. */
export const REQUESTS_OF_RULE = 36;
