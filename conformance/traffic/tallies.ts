/** Counts the findings of observers at each service, and decides whether they fail a rule. */
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { ObservationCollector } from '../observations/observation-collector.ts';
import type { Finding, Violation } from '../rule/finding.ts';
import type { History, Named } from '../rule/history.ts';
import type { Rule } from '../rule/rule.ts';
import type { Fact, Judged } from './decision.ts';
import { originalOf } from './excuses.ts';
import type { TrafficCall } from './read-exchange.ts';

/** The observer of a rule that traffic may fail. */
export interface Observer {
  readonly rule: Rule;
  readonly decision: Judged;
  readonly observe: (exchange: TrafficCall, history: History) => Finding | undefined;
}

/** The counts of one rule. */
export interface Tally {
  exercised: number;
  /** All violations, also those that something else may explain. */
  violated: number;
  /** Those that count. */
  proven: number;
  /** Those that a missing call, a restart or the end of a lifetime may explain. */
  possible: number;
  /** When the last one that counts ended. */
  lastAt: number;
  /** The first ones that count. */
  readonly kept: ViolationFound[];
  /** The first one of those that may be explained. */
  doubtful: ViolationFound | undefined;
}

interface ViolationFound {
  readonly violation: Violation;
  /** In the order in which they were sent; the last one is wrong. */
  readonly steps: readonly Exchange[];
}

/** The parts of a service's state that a report needs. */
export interface Concluded {
  /** In the order of the observers. */
  readonly tallies: (Tally | undefined)[];
  readonly facts: Set<Fact>;
  readonly collector: ObservationCollector;
  count: number;
}

/** Violations of one rule that are kept with their exchanges. */
const MAX_KEPT = 3;

interface Seen {
  readonly exchange: TrafficCall;
  readonly violation: Violation;
  readonly named: Named | undefined;
}

/** Counts a violation that nothing else explains. @returns whether it counts */
export function countProven(tally: Tally, decision: Judged, seen: Seen): boolean {
  const { exchange, named } = seen;
  if (decision.apart && named !== undefined && named.transaction.opening.sentAt < tally.lastAt) {
    countPossible(tally, seen);

    return false;
  }
  tally.lastAt = exchange.endedAt;
  tally.proven++;
  if (tally.kept.length < MAX_KEPT) tally.kept.push(foundIn(seen));

  return true;
}

export function countPossible(tally: Tally, seen: Seen): void {
  tally.possible++;
  tally.doubtful ??= foundIn(seen);
}

function foundIn({ exchange, violation, named }: Seen): ViolationFound {
  return { violation, steps: stepsOf(exchange, violation, named) };
}

export function tallyAt(tallies: Concluded['tallies'], index: number): Tally {
  const known = tallies[index];
  if (known !== undefined) return known;
  const created: Tally = {
    ...{ exercised: 0, violated: 0, proven: 0, possible: 0 },
    ...{ lastAt: Number.NEGATIVE_INFINITY, kept: [], doubtful: undefined },
  };
  tallies[index] = created;

  return created;
}

export function isFailing(
  observer: Observer | undefined,
  service: Pick<Concluded, 'tallies' | 'facts'>,
  index: number,
): boolean {
  return (
    isCounting(observer, service) &&
    (service.tallies[index]?.proven ?? 0) >= (observer?.decision.from ?? Infinity)
  );
}

/** Whether violations at the service count: a recorder may have removed what the rule needs from all calls. */
export function isCounting(observer: Observer | undefined, { facts }: Pick<Concluded, 'facts'>): boolean {
  if (observer === undefined) return false;
  const { needs } = observer.decision;

  return needs === undefined || facts.has(needs);
}

function stepsOf(
  exchange: TrafficCall,
  { related = [] }: Violation,
  named: Named | undefined,
): readonly Exchange[] {
  const opening = named === undefined ? [] : [named.transaction.opening];
  const all = [...related, ...opening, exchange].flatMap((one) => originalOf(one) ?? []);

  return [...new Set(all)].toSorted((one, other) => one.endedAt - other.endedAt);
}

/** Tenants by a header that differs from request to request. */
export const MAX_CONCLUDED = 64;

/** Those that fail no rule are counted as one. */
export function merge(concluded: Concluded[], observers: readonly Observer[]): void {
  const isSound = (service: Concluded) =>
    !observers.some((observer, index) => isFailing(observer, service, index));
  const [first, ...others] = concluded.filter(isSound);
  if (first === undefined) return;
  for (const { tallies, count } of others) {
    first.count += count;
    for (const [index, tally] of tallies.entries()) {
      if (tally === undefined) continue;
      const all = tallyAt(first.tallies, index);
      for (const name of ['exercised', 'violated', 'possible'] as const) all[name] += tally[name];
      // Of another service: they prove nothing together.
      all.possible += tally.proven;
      all.doubtful ??= tally.doubtful ?? tally.kept[0];
    }
  }
  const failing = concluded.filter((service) => !isSound(service));
  concluded.splice(0, concluded.length, first, ...failing.slice(0, MAX_CONCLUDED / 2));
}

export function sum(
  tallies: readonly Tally[],
  name: 'exercised' | 'violated' | 'proven' | 'possible',
): number {
  return tallies.reduce((total, tally) => total + tally[name], 0);
}
