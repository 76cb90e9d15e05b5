/** The list of control routes, in the order in which GET /_tollgate lists them. */
import { version } from '../../contract/version.ts';
import { pathOfWorld } from '../worlds/world-path.ts';
import { BASE } from './base.ts';
import { type ControlRoute, ok } from './route.ts';
import { listChoices, makeChoices, resetChoices } from './routes/choices.ts';
import { moveClock, readClock, resetClock } from './routes/clock.ts';
import { addFault, clearFaults, listFaults, removeFault } from './routes/faults.ts';
import { health, merchants } from './routes/health-and-merchants.ts';
import { clearJournal, explainEntry, readEntry, readJournal } from './routes/journal.ts';
import { nearMiss, nearMisses } from './routes/near-misses.ts';
import { sendMended } from './routes/send-mended.ts';
import { transaction, transactions } from './routes/transactions.ts';
import { verdict } from './routes/verdict.ts';
import { verify } from './routes/verify.ts';
import { endWorld, listWorlds, reset } from './routes/worlds.ts';

const index: ControlRoute = {
  method: 'GET',
  path: '',
  query: [],
  summary: 'Lists the control routes.',
  answer(_, { world: { name } }) {
    const base = name === undefined ? BASE : `${pathOfWorld(name)}${BASE}`;

    return ok({
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
  explainEntry,
  verify,
  verdict,
  nearMisses,
  nearMiss,
  sendMended,
  readClock,
  moveClock,
  resetClock,
  listFaults,
  addFault,
  clearFaults,
  removeFault,
  listChoices,
  makeChoices,
  resetChoices,
  listWorlds,
  endWorld,
  reset,
];
