/** Where a defect shows: in updates, after a sale, for one merchant. Each call has its position in its transaction. */
import type { OperationId } from '../../../contract/types.ts';
import { createTrace } from '../../../exchange/trace.ts';
import type { TracedCall } from '../../../exchange/transaction.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import { type Behavior, composeBehaviors } from '../../behavior.ts';
import type { Call, Fields } from '../../request.ts';
import { type Change, type Context, type Defects, type Position, when } from './defect.ts';

interface Place {
  /** Completes the summary of a defect. */
  readonly words: string;
  readonly only: (change: Change) => Change;
}

const PLACES = {
  'on-updates-by-stxid': updates('sTxId', 'sTxId'),
  'on-updates-by-mtxid': updates('mTxId', 'mTxId'),
  'on-updates-by-both': updates('both identifiers', 'both'),
  'after-a-sale': {
    words: ', in an update after a sale',
    only: (change: Change) => when((_, { sales }) => sales > 0, change),
  },
  'for-several': { words: ', for a merchant with several processors', only: forSeveral },
} as const satisfies Readonly<Record<string, Place>>;

type PlaceName = keyof typeof PLACES;

function updates(words: string, way: Position['by']): Place {
  return {
    words: `, in an update by ${words}`,
    only: (change: Change) => when((_, { by }) => by === way, change),
  };
}

/** The same defects, and the first of them in each of these places alone. */
export function also(names: readonly PlaceName[], defects: Defects): Defects {
  const [[summary, change], ...others] = Object.entries(defects) as [[string, Change], ...[string, Change][]];
  const variants = names.map((name) => [`${name}: ${summary}`, change] as const);

  return Object.fromEntries([[summary, change], ...variants, ...others]);
}

export const EACH_PLACE = Object.keys(PLACES) as readonly PlaceName[];

/** The place of a defect with this label; undefined where it shows everywhere. */
export function placeOf(label: string): Place | undefined {
  return Object.entries(PLACES).find(([name]) => label === name || label.endsWith(`-${name}`))?.[1];
}

/** A change for merchants with several processors only, in its hooks validate, handle and ledger. */
function forSeveral(change: Change): Change {
  const isSeveral = ({ context: { merchant } }: Call) => merchant.processors.length > 1;

  return (context) => {
    const names = new Set<string>();
    const behavior = when((_, __, call) => isSeveral(call), change)(context);

    return composeBehaviors([
      {
        ...behavior,
        ledger(ledger) {
          const changed = behavior.ledger?.(ledger) ?? ledger;
          const ledgerOf = (merchant: string): Ledger => (names.has(merchant) ? changed : ledger);

          return wrapLedger(ledger, {
            record: (merchant, by, calculation) => ledgerOf(merchant).record(merchant, by, calculation),
            attach: (merchant, by, sale) => ledgerOf(merchant).attach(merchant, by, sale),
            find: (merchant, by) => ledgerOf(merchant).find(merchant, by),
          });
        },
      },
      {
        handle(fields, next, call) {
          if (isSeveral(call)) names.add(call.context.merchant.name);

          return next(fields);
        },
      },
    ]);
  };
}

/** The behavior of a change, which knows the position of each call. */
export function withPositions(change: Change, rule: Context['rule']): Behavior {
  interface Recorded {
    readonly sentAt: number;
    readonly endedAt: number;
    readonly fields: Fields;
  }
  const trace = createTrace({
    keep: ({ sentAt, endedAt, fields = {} }: TracedCall): Recorded => ({ sentAt, endedAt, fields }),
  });
  let tick = 0;
  const note = (operation: OperationId, merchant: string, fields: Fields, sTxId: string) => {
    tick += 1;
    trace.add({
      ...{ operation, merchant, fields, given: sTxId, status: 200, sentAt: tick, endedAt: tick },
      outcome: { kind: 'accepted', body: { sTxId } },
    });
  };
  const context: Context = {
    rule,
    positionOf({ fields, context: { merchant } }) {
      const known = trace.told({ merchant: merchant.name, fields });
      if (known === undefined) return { by: 'first', sTxId: undefined, fees: 0, sales: 0, opening: {} };
      const { sTxId, accepted: fees, sales, opening } = known;
      const by = fields['sTxId'] === undefined ? 'mTxId' : fields['mTxId'] === undefined ? 'sTxId' : 'both';

      return { by, sTxId, fees, sales, opening: opening.fields };
    },
  };

  return composeBehaviors([
    {
      ledger: (ledger) =>
        wrapLedger(ledger, {
          async record(merchant, by, calculation) {
            const recorded = await ledger.record(merchant, by, calculation);
            if (recorded.kind === 'opened' || recorded.kind === 'updated')
              note('calculateFee', merchant, { ...calculation.request, ...by }, recorded.transaction.sTxId);

            return recorded;
          },
          async attach(merchant, by, sale) {
            const attached = await ledger.attach(merchant, by, sale);
            if (attached.kind === 'attached')
              note('attachSale', merchant, { ...by }, attached.transaction.sTxId);

            return attached;
          },
        }),
    },
    change(context),
  ]);
}
