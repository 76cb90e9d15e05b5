/** Where a defect shows: in updates, after a sale, for one merchant. Each call has its position in its transaction. */
import type { OperationId } from '../../../contract/types.ts';
import { createTrace } from '../../../exchange/trace.ts';
import type { TracedCall } from '../../../exchange/transaction.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import { type Behavior, composeBehaviors } from '../../behavior.ts';
import type { Call, Fields } from '../../request.ts';
import { ANY, type Change, type Context, type Defects, type Position, type Where, when } from './defect.ts';

/** Words that complete the summary of a defect, and its calls. */
type Place = readonly [words: string, where: Where];

const isSeveral = ({ context: { merchant } }: Call) => merchant.processors.length > 1;

/** Any label may end with one of these. */
const PLACES = {
  'on-updates-by-stxid': [', in an update by sTxId', (_, { by }) => by === 'sTxId'],
  'on-updates-by-mtxid': [', in an update by mTxId', (_, { by }) => by === 'mTxId'],
  'on-updates-by-both': [', in an update by both identifiers', (_, { by }) => by === 'both'],
  'after-a-sale': [', in an update after a sale', (_, { sales }) => sales > 0],
  'for-several': [', for a merchant with several processors', (_, __, call) => isSeveral(call)],
} as const satisfies Readonly<Record<string, Place>>;

/** Calls that are also beside, with or from something. */
const CIRCUMSTANCES = {
  abroad: [' from another country', { country: /^(?!840$)/ }],
  'below-a-dollar': [' for an amount below a dollar', ({ amount }) => Number(amount) < 1],
  'beside-a-cardtoken': [' beside a cardToken', { cardToken: ANY }],
  'beside-a-processor': [' beside the name of a processor', isNamed],
  'beside-an-mtxid': [' beside an mTxId', { mTxId: ANY }],
  'beside-country': [' beside country', { country: ANY }],
  'beside-data-and-campaign': [' beside data and campaign', { data: ANY, campaign: ANY }],
  'beside-totalamount': [' beside totalAmount', { totalAmount: ANY }],
  'for-iso-codes': [' with an ISO code as region', { region: /^US-/ }],
  'for-one-card': [' for the nicn 411111', { nicn: /^411111$/ }],
  'in-an-update-with-a-new-mtxid': [
    ' in an update that gives the transaction an mTxId',
    (_, { by, opening }) => by === 'both' && opening['mTxId'] === undefined,
  ],
  'with-another-processor': [' with another processor', changed('processor')],
  'with-another-region': [' with another region', changed('region')],
  'with-campaign': [' with campaign', { campaign: ANY }],
  'with-card-token': [' with cardToken', { cardToken: ANY }],
  'with-country': [' with country', { country: ANY }],
  'with-data': [' with data', { data: ANY }],
  'with-total-amount': [' with totalAmount', { totalAmount: ANY }],
} as const satisfies Readonly<Record<string, Place>>;

type PlaceName = keyof typeof PLACES;
type Circumstance = keyof typeof CIRCUMSTANCES;

export const EACH_PLACE = Object.keys(PLACES) as readonly PlaceName[];

/** The same defects, and the first of them in each of these places and circumstances alone. */
export function also(
  labels: readonly (PlaceName | Circumstance | `${Circumstance}-for-several`)[],
  defects: Defects,
): Defects {
  const [[summary, change], ...others] = Object.entries(defects) as [[string, Change], ...[string, Change][]];
  const variants = labels.map((label): [string, Change] => {
    const name = label.replace(/-for-several$/, '');
    if (!(name in CIRCUMSTANCES)) return [`${label}: ${summary}`, change];
    const [words, where] = CIRCUMSTANCES[name as Circumstance];

    return [`${label}: ${summary}${words}`, when(where, change)];
  });

  return Object.fromEntries([[summary, change], ...variants, ...others]);
}

/** A defect in the place with whose name its label ends; unchanged where it shows everywhere. */
export function inPlace(label: string, summary: string, change: Change): readonly [string, Change] {
  const name = EACH_PLACE.find((one) => label === one || label.endsWith(`-${one}`));
  if (name === undefined) return [summary, change];
  const [words, where] = PLACES[name];
  const here = when(where, change);

  return [`${summary}${words}`, name === 'for-several' ? withLedgerForSeveral(here) : here];
}

/** Whether the processor is given by its name. */
export function isNamed({ processor }: Fields, _: Position, { context: { merchant } }: Call): boolean {
  return merchant.processors.some(({ name }) => name === processor);
}

function changed(field: string): Where {
  return (fields, { opening }) => fields[field] !== opening[field];
}

/** Replaces the ledger for merchants with several processors only. */
function withLedgerForSeveral(change: Change): Change {
  return (context) => {
    const names = new Set<string>();
    const { ledger: wrap, ...others } = change(context);
    const own: Behavior = {
      ledger(ledger) {
        const changed = wrap?.(ledger) ?? ledger;
        const ledgerOf = (merchant: string): Ledger => (names.has(merchant) ? changed : ledger);

        return wrapLedger(ledger, {
          record: (merchant, by, calculation) => ledgerOf(merchant).record(merchant, by, calculation),
          attach: (merchant, by, sale) => ledgerOf(merchant).attach(merchant, by, sale),
          find: (merchant, by) => ledgerOf(merchant).find(merchant, by),
        });
      },
      handle(fields, next, call) {
        if (isSeveral(call)) names.add(call.context.merchant.name);

        return next(fields);
      },
    };

    return composeBehaviors([others, own]);
  };
}

/** The behavior of a change, which knows the position of each call. */
export function withPositions(change: Change, rule: Context['rule']): Behavior {
  const trace = createTrace({
    keep: ({ sentAt, endedAt, fields = {} }: TracedCall) => ({ sentAt, endedAt, fields }),
  });
  const opened = new Map<string, string[]>();
  const begin = (merchant: string) => {
    const list: string[] = [];
    opened.set(merchant, list);

    return list;
  };
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
    opened: (merchant) => opened.get(merchant) ?? [],
  };
  const ledger: NonNullable<Behavior['ledger']> = (inner) =>
    wrapLedger(inner, {
      async record(merchant, by, calculation) {
        const recorded = await inner.record(merchant, by, calculation);
        if (recorded.kind !== 'opened' && recorded.kind !== 'updated') return recorded;
        const { sTxId } = recorded.transaction;
        note('calculateFee', merchant, { ...calculation.request, ...by }, sTxId);
        if (recorded.kind === 'opened') (opened.get(merchant) ?? begin(merchant)).push(sTxId);

        return recorded;
      },
      async attach(merchant, by, sale) {
        const attached = await inner.attach(merchant, by, sale);
        if (attached.kind === 'attached') note('attachSale', merchant, { ...by }, attached.transaction.sTxId);

        return attached;
      },
    });

  return composeBehaviors([{ ledger }, change(context)]);
}
