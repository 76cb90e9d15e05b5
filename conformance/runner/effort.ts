/** Effort levels: cases per rule, the cap on requests and the time limit. */
import type { EffortName } from '../report/report.ts';
import type { CaseEffort } from '../rule/context.ts';

export interface Effort extends CaseEffort {
  readonly name: EffortName;
  /** Edge cases per rule; undefined leaves the number to the rule. */
  readonly probes: number | undefined;
  /** Random cases per rule that has them. */
  readonly randomCases: number;
  /** Random cases of a rule whose cases are sequences of calls. */
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
    probes: undefined,
    editsTogether: 2,
    randomCases: 0,
    seenEnough: 1,
    otherTraffic: 2,
    combined: 2,
    sequences: 0,
    sequence: 6,
    maxRequests: 120,
    maxTime: 120_000,
  },
  standard: {
    name: 'standard',
    probes: 200,
    editsTogether: 12,
    randomCases: 1,
    seenEnough: 100,
    otherTraffic: 220,
    combined: 3,
    sequences: 4,
    sequence: 10,
    maxRequests: 2000,
    maxTime: 600_000,
  },
  deep: {
    name: 'deep',
    probes: 2000,
    editsTogether: 8,
    randomCases: 100,
    seenEnough: 100,
    otherTraffic: 600,
    combined: 4,
    sequences: 120,
    sequence: 30,
    maxRequests: 10_000,
    maxTime: 3_600_000,
  },
};
