/** Whether the mock is well, and what it is made of. */
import { version } from '../../../contract/version.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { LedgerError } from '../../../ledger/ledger-error.ts';
import { type ControlRoute, told } from '../ask.ts';
import { droppedIn } from '../journal-of.ts';
import { parametersOf } from '../unusable.ts';

export const health: ControlRoute = {
  method: 'GET',
  path: '/health',
  summary: 'Whether the mock and its ledger are well: 200, or 503 where the ledger is not available.',

  async answer({ query }, inside) {
    const { world, worlds, roster, ledgerKind = 'given', startedAt } = inside;
    parametersOf(query, []);
    const ledger = await lookAt(world.ledger, roster.names[0] ?? '');
    const isWell = ledger === 'ok';

    return told(
      {
        status: isWell ? 'ok' : 'ledger unavailable',
        version: version(),
        uptimeSeconds: Math.round((performance.now() - startedAt) / 1000),
        time: new Date(world.clock.now()).toISOString(),
        merchants: roster.names,
        ledger: { kind: ledgerKind, status: ledger },
        journal: {
          kept: world.journal.noted().length,
          size: world.journal.size,
          ...droppedIn(undefined, inside),
        },
        worlds: worlds.list().length,
      },
      isWell ? 200 : 503,
    );
  },
};

/** An identifier that no transaction has. */
const NOBODY = '';

async function lookAt(ledger: Ledger, merchant: string): Promise<string> {
  try {
    await ledger.find(merchant, { sTxId: NOBODY });

    return 'ok';
  } catch (error) {
    if (error instanceof LedgerError) return error.code;
    throw error;
  }
}
