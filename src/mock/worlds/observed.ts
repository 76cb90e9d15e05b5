/** The journal, verification and verdict of a world, for programs that run the mock in their own process. */

import { ControlRefusal } from '../../control/routes.ts';
import { toEntry } from '../../exchange/journal/entry.ts';
import type { Observed } from '../api.ts';
import { verifyJournal } from '../control/verification.ts';
import { MockError } from '../mock-error.ts';
import type { World } from './world.ts';

/** @param find the world at the time of each call */
export function observedOf(find: () => Pick<World, 'journal' | 'verdict'>): Observed {
  return {
    journal: () => find().journal.exchanges().map(toEntry),
    verify(expected) {
      try {
        return verifyJournal(find().journal, expected);
      } catch (error) {
        throw error instanceof ControlRefusal ? new MockError('verification', error.message) : error;
      }
    },
    verdict(counting) {
      const report = weigh(
        () => find().verdict(counting),
        (message) => new MockError('rule-pattern', message),
      );
      if (report !== undefined) return report;
      throw new MockError(
        'not-observed',
        'this mock judges no clients: it was created without observeClient',
      );
    },
  };
}

/** The report, or the error of a pattern that matches no rule. */
export function weigh(
  report: () => object | undefined,
  toError: (message: string) => Error,
): object | undefined {
  try {
    return report();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'selection') throw toError(error.message);
    throw error;
  }
}
