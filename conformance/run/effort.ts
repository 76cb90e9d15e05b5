/** How hard a run tries: cases per rule, the cap on requests and the time limit. */

export interface Effort {
  readonly name: EffortName;
  /** Edge cases tried per rule; undefined leaves it to the rule. */
  readonly probes: number | undefined;
  /** Edits tried in one execution of a rule that asks for refusals. */
  readonly editsTogether: number;
  /** Random cases tried per rule that has them. */
  readonly randomCases: number;
  /** Right answers of the run after which a rule that watches asks nothing itself. */
  readonly seenEnough: number;
  /** Other transactions between opening one and asking for it again. */
  readonly otherTraffic: number;
  /** Fields whose values are tried in all combinations. */
  readonly combined: number;
  /** Random sequences of calls tried by a rule on them. */
  readonly sequences: number;
  /** Steps of a random sequence. */
  readonly sequence: number;
  readonly maxRequests: number;
  /** Milliseconds for the whole run. */
  readonly maxTime: number;
}

export type EffortName = 'quick' | 'standard' | 'deep';

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
    editsTogether: 8,
    randomCases: 3,
    seenEnough: 100,
    otherTraffic: 220,
    combined: 3,
    sequences: 12,
    sequence: 12,
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
