/** A process that holds as many transactions as it is told, and prints its memory. Needs --expose-gc. */
import { createMemoryLedger } from '../src/ledger/memory.ts';
import { createStxids } from '../src/ledger/stxids.ts';

/** As many as `--retain 10000` keeps. */
const RETAINED = 10_000;

const [holder, body, count] = process.argv.slice(2);
const record = holder === 'map' ? intoMap() : intoLedger(holder === 'retaining' ? RETAINED : undefined);

for (let at = 0; at < Number(count); at++) {
  // Parsed from a text of its own, as the mock's requests are.
  const mTxId = body === 'with mTxId' ? `,"mTxId":"order-${at}"` : '';
  const amount = (at % 100_000) / 100;
  await record(
    JSON.parse(`{"region":"85004","nicn":"${400_000 + (at % 100_000)}","amount":${amount}${mTxId}}`),
  );
}

globalThis.gc?.();
globalThis.gc?.();
process.stdout.write(
  JSON.stringify({ resident: process.memoryUsage.rss(), most: process.resourceUsage().maxRSS * 1024 }),
);
// What holds them has to be there still while the memory is looked at.
await record({ region: '85004', nicn: '424242', amount: 100 });

interface Request {
  readonly region: string;
  readonly nicn: string;
  readonly amount: number;
  readonly mTxId?: string;
}

function intoLedger(retain: number | undefined): (request: Request) => unknown {
  const ledger = createMemoryLedger({ retain });

  return (request) => ledger.record('one', request, { request, fee: 2.43 });
}

/** The least one can do: each request under an identifier of its own, found by that one alone. */
function intoMap(): (request: Request) => unknown {
  const nextStxid = createStxids();
  const transactions = new Map<string, { readonly request: Request; readonly fee: number }>();

  return (request) => transactions.set(nextStxid(), { request, fee: 2.43 });
}
