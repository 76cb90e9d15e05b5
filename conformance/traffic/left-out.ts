/** Counts the exchanges of a recording that are not calls of the API, to explain why nothing was judged. */

import type { LeftOut } from '../../src/exchange/traffic-event.ts';
import { maskAddresses } from '../../src/text/mask.ts';
import { startOf } from '../../src/text/visible.ts';
import type { LeftOutCount, TrafficReport } from '../report/report.ts';

/** Addresses that are counted by themselves. */
const MOST_ADDRESSES = 200;
/** Addresses that a report lists. */
const MOST_LISTED = 5;
const LONGEST_PATH = 100;
const OTHERS = 'other addresses';

interface CountedCalls {
  readonly count: number;
  /** How similar its path is to that of an operation, and the first such call. */
  readonly likeness: number;
  readonly nearest?: string;
}

export function createLeftOutCounter() {
  const counted = new Map<string, CountedCalls>();

  return {
    add({ address, method, path }: LeftOut): void {
      const key = counted.has(address) || counted.size < MOST_ADDRESSES ? address : OTHERS;
      const known = counted.get(key) ?? { count: 0, likeness: 0 };
      const likeness = likenessOf(path);
      const isNearer = likeness > known.likeness;
      counted.set(key, {
        ...{ ...known, count: known.count + 1 },
        ...(isNearer ? { likeness, nearest: startOf(maskAddresses(`${method} ${path}`), LONGEST_PATH) } : {}),
      });
    },

    /** The addresses with the most exchanges first, after those with a path like that of an operation. */
    list(): readonly LeftOutCount[] {
      const all = [...counted]
        .toSorted(([, one], [, other]) => other.likeness - one.likeness || other.count - one.count)
        .map(([address, { likeness: _, ...count }]) => ({ address: maskAddresses(address), ...count }));
      const rest = sum(all.slice(MOST_LISTED).map(({ count }) => count));

      return [...all.slice(0, MOST_LISTED), ...(rest === 0 ? [] : [{ address: OTHERS, count: rest }])];
    },
  };
}

const SEGMENTS: ReadonlySet<string> = new Set(['v1', 'ch', 'sale']);

/** The parts of the path that an operation has too; a version alone says nothing. */
function likenessOf(path: string): number {
  const parts = new Set(path.toLowerCase().split(/[/.;]/));
  const shared = [...SEGMENTS].filter((part) => parts.has(part));

  return shared.some((part) => part !== 'v1') ? shared.length : 0;
}

/** One in five, and at least three. */
const SMALL_SHARE = 0.2;
const FEW = 3;
/** Calls that had an answer; of the others nothing can be judged, and a client repeats them. */
const UNSEEN = /longer than|not valid JSON|faster than|the judge failed|protocol|proxy/;
/** Calls that the judge of a proxy had no time for. */
const DROPPED = /\bthey (?:could be|were) judged$/;

/**
 * Why a side is inconclusive, where a judge had no time for a call, or more than a small share was not judged; undefined
 * otherwise.
 *
 * @param exempt calls that were judged on the other side alone
 */
export function describeTooFewJudged(
  notJudged: ReadonlyMap<string, number>,
  exempt: number,
  judged: number,
): string | undefined {
  const all = judged + sum(notJudged.values());
  const unseen = exempt + sum([...notJudged].map(([why, count]) => (UNSEEN.test(why) ? count : 0)));
  const left = exempt + all - judged;
  const areMany = unseen > SMALL_SHARE * all && unseen >= FEW;
  const isDropped = [...notJudged.keys()].some((why) => DROPPED.test(why));
  if (!isDropped && !areMany && left * 2 <= all) return undefined;

  return `${left} of ${all} calls were not judged: judge a recording that has them whole.`;
}

export function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, each) => total + each, 0);
}

const NOTHING_SEEN = 'No exchange of the API was seen.';

const MOST_REASONS = 3;

/** Why nothing was judged, and what to do. */
export function describeNothingJudged(
  notJudged: TrafficReport['notJudged'],
  leftOut: readonly LeftOutCount[],
): string {
  const reasons = notJudged.toSorted((one, other) => other.count - one.count).slice(0, MOST_REASONS);
  if (reasons.length > 0)
    return `No exchange could be judged: ${reasons.map(({ why, count }) => `${why} (${count})`).join(', ')}.`;
  const count = sum(leftOut.map((each) => each.count));
  if (count === 0) return NOTHING_SEEN;
  const near = leftOut.find(({ nearest }) => nearest !== undefined);
  const advice =
    near === undefined
      ? 'record the calls to the service, which browsers may send from another tab or worker'
      : `${near.nearest} of ${near.address} comes near: if a gateway changes paths, record behind it, or correct them in the file`;

  return `${NOTHING_SEEN.slice(0, -1)}: none of ${count} has a path that ends in /v1/ch or /v1/ch/sale; ${advice}.`;
}
