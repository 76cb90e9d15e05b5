/** Judges the clients of a mock, world by world, for its hints and its verdict. */
import { readContract } from '../../src/contract/document.ts';
import { version } from '../../src/contract/version.ts';
import type { ClientObserver, ObservedWorld } from '../../src/exchange/client-observer.ts';
import { toClientReport } from '../report/to-client-report.ts';
import type { ClientRule } from '../rule/client-rule.ts';
import { mustSelection } from '../rule/selection.ts';
import { type ObservedClient, observeClient } from './observe-client.ts';
import { passiveResults } from './passive-results.ts';

/** In bytes, for each world: some 1,000 transactions, and the last 50 exchanges, which the garbage collector copies. */
const BUDGET = { transactions: 768 * 1024, exchanges: 128 * 1024 };

/** Identifiers from before a reset. */
const MOST_FORMER = 10_000;

const NOT_SELECTED = 'runs of the client decide it: tollgate check-client -- COMMAND';

export function observeWorld(world: ObservedWorld): ClientObserver {
  let former: ReadonlySet<string> = new Set();
  let { startsEmpty } = world;
  const begin = () => ({
    startedAt: new Date(),
    requests: 0,
    observed: observeClient({
      source: 'mock',
      budget: BUDGET,
      keptFindings: 5,
      selects: (id) => isPassive(id, world),
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
      const { info } = readContract();
      const { observed, startedAt, requests } = run;
      const isSelected = ({ id }: ClientRule) => isPassive(id, world);

      return toClientReport(passiveResults(observed, isSelected, NOT_SELECTED), {
        target: world.address(),
        address: world.address(),
        isJournaled: true,
        toolVersion: version(),
        contract: { title: info.title, version: info.version },
        startedAt,
        durationMs: Date.now() - startedAt.getTime(),
        seed: 0,
        effort: 'quick',
        strict,
        must: mustSelection([must].flat(), 'clients'),
        requests,
        inconclusive: requests === 0 ? 'The mock has received no request.' : undefined,
        deliberate: observed.deliberate,
      });
    },
    bytes: () => run.observed.bytes() + 64 * former.size,
    reset() {
      // A request of the previous test may be late.
      former = new Set([...identifiersOf(run.observed), ...former].slice(0, MOST_FORMER));
      startsEmpty = true;
      run = begin();
    },
  };
}

function identifiersOf({ identifiers }: ObservedClient): readonly string[] {
  return [...identifiers()];
}

/** Whether single requests show a violation. Only a whole run distinguishes an abandoned cart from a second price. */
function isPassive(id: string, { isStatic }: ObservedWorld): boolean {
  if (id.startsWith('client-flow/')) return !isStatic && id !== 'client-flow/prices-anew-by-identifier';

  return id.startsWith('client-request/');
}
