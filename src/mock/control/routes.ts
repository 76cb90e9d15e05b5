/** The list of control routes, in the order in which they are told. One is one line here. */
import { version } from '../../contract/version.ts';
import { pathOfWorld } from '../worlds/world-path.ts';
import { type ControlRoute, told } from './ask.ts';
import { BASE } from './base.ts';
import { moveClock, readClock, resetClock } from './routes/clock.ts';
import { addFault, clearFaults, listFaults, removeFault } from './routes/faults.ts';
import { health } from './routes/health.ts';
import { clearJournal, readJournal } from './routes/journal.ts';
import { readEntry } from './routes/journal-entry.ts';
import { merchants } from './routes/merchants.ts';
import { nearMisses } from './routes/near-misses.ts';
import { reset } from './routes/reset.ts';
import { transaction } from './routes/transaction.ts';
import { transactions } from './routes/transactions.ts';
import { verify } from './routes/verify.ts';
import { endWorld, listWorlds } from './routes/worlds.ts';

const index: ControlRoute = {
  method: 'GET',
  path: '',
  summary: 'This list.',
  answer(_ask, { world: { name } }) {
    const base = name === undefined ? BASE : `${pathOfWorld(name)}${BASE}`;

    return told({
      tollgate: version(),
      ...(name === undefined ? {} : { world: name }),
      routes: CONTROL_ROUTES.map(({ method, path, summary }) => ({
        method,
        path: `${base}${path}`,
        summary,
      })),
    });
  },
};

export const CONTROL_ROUTES: readonly ControlRoute[] = [
  index,
  health,
  merchants,
  transactions,
  transaction,
  readJournal,
  clearJournal,
  readEntry,
  verify,
  nearMisses,
  readClock,
  moveClock,
  resetClock,
  listFaults,
  addFault,
  clearFaults,
  removeFault,
  listWorlds,
  endWorld,
  reset,
];
