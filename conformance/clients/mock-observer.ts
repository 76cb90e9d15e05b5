/** Judges the clients of a mock, world by world, for its hints and its verdict. */
import { version } from '../../src/contract/version.ts';
import type { ClientObserver, ObservedWorld } from '../../src/exchange/client-observer.ts';
import { toClientReport } from '../report/to-client-report.ts';
import { isOnTransactions, isPassive } from '../rule/client-rule.ts';
import { describeRun } from '../verdict/counting.ts';
import { passiveResults } from './client-results.ts';
import { observeClient } from './observe-client.ts';

/** In bytes, for each world: some 1,000 transactions, and the last 50 exchanges, which the garbage collector copies. */
const BUDGET = { transactions: 768 * 1024, exchanges: 128 * 1024 };

/** The counters of the coverage, in bytes. */
const COVERAGE = 1024;

/** Identifiers from before a reset. */
const MOST_FORMER = 10_000;

export function observeWorld(world: ObservedWorld): ClientObserver {
  let former: ReadonlySet<string> = new Set();
  let { startsEmpty } = world;
  const begin = () => ({
    startedAt: new Date(),
    requests: 0,
    observed: observeClient({
      source: 'mock',
      budget: BUDGET,
      selects: (rule) => isPassive(rule) && !(world.isStatic && isOnTransactions(rule.id)),
      severalProcessors: world.hasSeveralProcessors,
      mayBeOlder: (identifier) => !startsEmpty || former.has(identifier),
    }),
  });
  let run = begin();

  return {
    observe(exchange) {
      if (exchange.request.method !== 'OPTIONS') run.requests += 1;

      return run.observed.observe(exchange);
    },
    report({ strict = false, must = [] } = {}) {
      const { observed, startedAt, requests } = run;
      const context = {
        ...{ target: world.address(), address: world.address(), isJournaled: true, requests },
        ...{ coverage: observed.coverage(), deliberate: observed.deliberate },
        inconclusive: requests === 0 ? 'The mock has received no request.' : undefined,
      };
      const counting = { strict, must: [must].flat(), toolVersion: version(), startedAt };

      return toClientReport(
        passiveResults(observed),
        context,
        describeRun('client', counting, Date.now() - startedAt.getTime()),
      );
    },
    bytes: () => run.observed.bytes() + COVERAGE + 64 * former.size,
    reset() {
      // A request of the previous test may be late.
      former = new Set([...run.observed.identifiers(), ...former].slice(0, MOST_FORMER));
      startsEmpty = true;
      run = begin();
    },
  };
}
