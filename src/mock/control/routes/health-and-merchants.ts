/** The control routes about the mock itself: its health and its merchants. */
import { version } from '../../../contract/version.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { LedgerError } from '../../../ledger/ledger-error.ts';
import { droppedIn } from '../journal-query.ts';
import { type ControlRoute, ok } from '../route.ts';

export const health: ControlRoute = {
  method: 'GET',
  path: '/health',
  query: [],
  summary: 'Returns the health of the mock and its ledger: 200, or 503 where the ledger is unavailable.',

  async answer(_, context) {
    const { world, worlds, registry, ledgerKind = 'given', startedAt } = context;
    const ledger = await checkLedger(world.ledger, registry.names[0] ?? '');
    const isHealthy = ledger === 'ok';

    return ok(
      {
        status: isHealthy ? 'ok' : 'ledger unavailable',
        version: version(),
        uptimeSeconds: Math.round((performance.now() - startedAt) / 1000),
        time: new Date(world.clock.now()).toISOString(),
        merchants: registry.names,
        ledger: { kind: ledgerKind, status: ledger },
        journal: {
          kept: world.journal.exchanges().length,
          size: world.journal.size,
          ...droppedIn(undefined, context),
        },
        worlds: worlds.list().length,
      },
      isHealthy ? 200 : 503,
    );
  },
};

export const merchants: ControlRoute = {
  method: 'GET',
  path: '/merchants',
  query: [],
  summary:
    'Lists the merchants with their processors, the default merchant first, and which tokens the mock accepts.',

  answer(_, { registry, verifier: { isOpen, mint, expected } }) {
    return ok({
      tokens: { accepted: isOpen ? 'any' : mint === undefined ? 'keys' : 'secret', expected },
      merchants: registry.merchants.map((merchant) => ({
        name: merchant.name,
        processors: merchant.processors.map(({ mid, name, model }) => ({ mid, name, model })),
      })),
    });
  },
};

/** An sTxId that no transaction has. */
const UNKNOWN = '';

async function checkLedger(ledger: Ledger, merchant: string): Promise<string> {
  try {
    await ledger.find(merchant, { sTxId: UNKNOWN });

    return 'ok';
  } catch (error) {
    if (error instanceof LedgerError) return error.code;
    throw error;
  }
}
