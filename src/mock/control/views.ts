/** The control routes that look at a mock as a whole: its health, its merchants, its clients. */
import { version } from '../../contract/version.ts';
import { droppedIn, expectJournal } from '../../control/journal.ts';
import { ControlRefusal, flagIn, invalid, reply } from '../../control/routes.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { weigh } from '../worlds/world.ts';
import type { MockHandler } from './context.ts';
import { verifyJournal } from './verification.ts';

export const health: MockHandler = async (_, context) => {
  const { world, worlds, registry, ledgerKind = 'given', startedAt } = context;
  const ledger = await checkLedger(world.ledger, registry.names[0]);
  const isHealthy = ledger === 'ok';
  const { journal } = world;

  return reply(
    {
      status: isHealthy ? 'ok' : 'ledger unavailable',
      version: version(),
      uptimeSeconds: Math.round((performance.now() - startedAt) / 1000),
      time: new Date(world.clock.now()).toISOString(),
      merchants: registry.names,
      ledger: { kind: ledgerKind, status: ledger },
      journal: { kept: journal.exchanges().length, size: journal.size, ...droppedIn(context) },
      worlds: worlds.list().length,
    },
    isHealthy ? 200 : 503,
  );
};

async function checkLedger(ledger: Ledger, merchant: string): Promise<string> {
  try {
    // No transaction has this sTxId.
    await ledger.find(merchant, { sTxId: '' });

    return 'ok';
  } catch (error) {
    if (error instanceof LedgerError) return error.code;
    throw error;
  }
}

export const merchants: MockHandler = (_, { registry, verifier: { isOpen, mint, expected } }) =>
  reply({
    tokens: { accepted: isOpen ? 'any' : mint === undefined ? 'keys' : 'secret', expected },
    merchants: registry.merchants.map((merchant) => ({
      name: merchant.name,
      processors: merchant.processors.map(({ mid, name, model }) => ({ mid, name, model })),
    })),
  });

export const verify: MockHandler = ({ body }, { journal }) => {
  expectJournal({ journal });

  return reply(verifyJournal(journal, body));
};

export const verdict: MockHandler = ({ query }, { world }) => {
  const must = (query.get('must') ?? '').split(',').filter((pattern) => pattern !== '');
  const report = weigh(
    () => world.verdict({ strict: flagIn(query, 'strict', true), must }),
    (message) => invalid('the query, must', 'patterns of rules on clients', must, message),
  );
  if (report !== undefined) return reply(report);
  throw new ControlRefusal('not-found', 'this mock judges no clients: it was created without observeClient');
};
