/** What a soak takes for retained, held against a mock that retains so many and calls that overtake each other. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryLedger } from '../../src/ledger/memory.ts';
import { createKept } from './kept.ts';

const RETAIN = 12;
const CONNECTIONS = 3;
const FEE = { request: { amount: 1, nicn: '424242', region: 'AZ' }, fee: 1 };

/** What one connection does next: send a call, have the ledger take it, or hear of it. */
const turns = fc.array(
  fc.record({
    connection: fc.nat(CONNECTIONS - 1),
    opens: fc.nat(9).map((chance) => chance > 0),
    random: fc.double({ min: 0, max: 0.999, noNaN: true }),
  }),
  { minLength: 200, maxLength: 400 },
);

interface Way {
  readonly take: () => void;
  readonly hear: () => void;
  taken: boolean;
}

test('what must be there is there, and what cannot be is not, however calls overtake each other', async () => {
  const asked = { inside: 0, outside: 0 };
  await fc.assert(
    fc.asyncProperty(turns, async (all) => {
      const ledger = createMemoryLedger({ retain: RETAIN });
      const kept = createKept(RETAIN, CONNECTIONS);
      const ways = new Map<number, Way>();
      const has = (sTxId: string) =>
        Promise.resolve(ledger.find('one', { sTxId })).then(({ kind }) => kind === 'found');

      for (const { connection, opens, random } of all) {
        const way = ways.get(connection);
        if (way !== undefined) {
          if (!way.taken) way.take();
          else {
            way.hear();
            ways.delete(connection);
          }
          continue;
        }
        const inside = kept.pickInside(random);
        const outside = kept.pickOutside(random);
        if (outside !== undefined) {
          asked.outside++;
          expect(await has(outside.sTxId)).toBe(false);
        }
        if (inside !== undefined) {
          asked.inside++;
          expect(await has(inside.sTxId)).toBe(true);
        }
        ways.set(connection, opens || inside === undefined ? opening() : touching(inside));
      }
      for (const { sTxId } of kept.allInside()) expect(await has(sTxId)).toBe(true);
      for (const { sTxId } of kept.allOutside()) expect(await has(sTxId)).toBe(false);

      function opening(): Way {
        const sent = kept.send();
        const mTxId = `order-${sent}`;
        let sTxId = '';
        const way: Way = {
          taken: false,
          take() {
            const recorded = ledger.record('one', { mTxId }, FEE);
            if (!('kind' in recorded) || recorded.kind !== 'opened')
              throw new Error('expected it to be opened');
            sTxId = recorded.transaction.sTxId;
            way.taken = true;
          },
          hear: () => kept.opened({ sTxId, mTxId }, sent),
        };

        return way;
      }

      function touching(transaction: { readonly sTxId: string; readonly mTxId: string }): Way {
        const sent = kept.send();
        const way: Way = {
          taken: false,
          take() {
            expect(ledger.attach('one', { sTxId: transaction.sTxId }, {})).toMatchObject({
              kind: 'attached',
            });
            way.taken = true;
          },
          hear: () => kept.touched(transaction, sent),
        };

        return way;
      }
    }),
    { numRuns: 50 },
  );

  expect(asked.inside).toBeGreaterThan(100);
  expect(asked.outside).toBeGreaterThan(100);
});
