/** What a defect is, the calls in which it shows, and where each call stands in its transaction. */
import type { BreakableRule } from '../../../contract/rule-ids.ts';
import { createTrace, type NamedBy } from '../../../exchange/trace.ts';
import type { TracedCall } from '../../../exchange/transaction.ts';
import { type Behavior, composeBehaviors } from '../../behavior.ts';
import type { Fields, MerchantCall } from '../../request.ts';

/** The defects of a rule by their labels, of which the first is empty. A label ends with the places in which it shows. */
export type Defects = Readonly<Record<string, Change>>;

/** Creates the behavior of a defect, with the memory of one mock. */
export type Change = (context: DefectContext) => Behavior;

/** Where a call stands among those of its transaction. */
export interface Position {
  /** `first` where the call names no transaction that the mock knows. */
  readonly by: 'first' | NamedBy;
  /** The transaction that it names, and the last mTxId that it was given. */
  readonly sTxId: string | undefined;
  readonly mTxId: string | undefined;
  /** The fee calls and the sales of that transaction before this call. */
  readonly fees: number;
  readonly sales: number;
  /** How long ago that transaction was opened, in milliseconds, and how many its merchant opened after it. */
  readonly age: number;
  readonly newer: number;
  /** The fields of its first call; empty where it is none that the mock knows. */
  readonly opening: Fields;
}

interface DefectContext {
  readonly rule: BreakableRule;
  readonly positionOf: (call: Pick<MerchantCall, 'fields' | 'context'>) => Position;
  /** The transactions that a merchant opened, the oldest first. */
  readonly opened: (merchant: string) => readonly string[];
}

/**
 * Which calls: by a function, or by a text or a pattern for each of some fields, for their operation, and for how they name
 * their transaction and how many calls it had; undefined stands for a field that is left out.
 */
export type Where =
  | ((fields: Fields, at: Position, call: MerchantCall) => boolean)
  | Readonly<Record<string, RegExp | string | undefined>>;

/** For a field with any value. */
export const ANY = /^/;

export const UPDATE: Where = { by: /^(?!first)/ };
/** Whether the processor is given by its name. */
export const isNamed: Where = ({ processor }, _, { context: { merchant } }) =>
  merchant.processors.some(({ name }) => name === processor);

/** A label may end with several of these; a name that ends with another one stands before it. */
const PLACES: Readonly<Record<string, Where>> = {
  'on-updates-by-stxid': { by: 'sTxId' },
  'on-updates-by-mtxid': { by: 'mTxId' },
  'on-updates-by-both': { by: 'both' },
  'in-an-update-with-a-new-mtxid': (_, { by, opening }) => by === 'both' && opening['mTxId'] === undefined,
  'by-mtxid': { sTxId: undefined, mTxId: ANY },
  'after-a-sale': { sales: /^[1-9]/ },
  'for-several': (_, __, { context: { merchant } }) => merchant.processors.length > 1,
  abroad: { country: /^(?!840$)/ },
  'beside-a-cardtoken': { cardToken: ANY },
  'beside-an-mtxid': { mTxId: ANY },
  'beside-data-and-campaign': { data: ANY, campaign: ANY },
  'beside-totalamount': { totalAmount: ANY },
  'for-iso-codes': { region: /^US-/ },
  'with-another-processor': (fields, { opening }) => fields['processor'] !== opening['processor'],
};

/** The places that a rule on a field is judged in; one rule stands for all others. */
export const EACH_PLACE = [
  ...['on-updates-by-stxid', 'on-updates-by-mtxid', 'on-updates-by-both', 'after-a-sale', 'for-several'],
];

/** One change under several labels. */
export function under(labels: readonly string[], change: Change): Defects {
  return Object.fromEntries(labels.map((label) => [label, change]));
}

/** A change in the places with whose names its label ends; unchanged where it shows everywhere. */
export function inPlace(label: string, change: Change): Change {
  const name = Object.keys(PLACES).find((one) => label === one || label.endsWith(`-${one}`));

  return name === undefined
    ? change
    : when(PLACES[name] ?? {}, inPlace(label.slice(0, -name.length - 1), change));
}

/** The hooks validate and handle of a change, for some calls only. */
export function when(where: Where, change: Change): Change {
  return (context) => {
    const { validate, handle, ...others } = change(context);
    const isHere = (fields: Fields, call: MerchantCall) =>
      isMet(where, fields, context.positionOf(call), call);

    return {
      ...others,
      ...(validate && {
        validate: (violations, call) => (isHere(call.fields, call) ? validate(violations, call) : violations),
      }),
      ...(handle && {
        handle: (fields, next, call) => (isHere(fields, call) ? handle(fields, next, call) : next(fields)),
      }),
    };
  };
}

export function isMet(where: Where, fields: Fields, at: Position, call: MerchantCall): boolean {
  if (typeof where === 'function') return where(fields, at, call);
  const { by, fees, sales } = at;
  const values: Fields = { ...fields, operation: call.operation, by, fees, sales };

  return Object.entries(where).every(([name, pattern]) =>
    pattern === undefined ? values[name] === undefined : matches(values[name], pattern),
  );
}

/** Whether a text, or one of a list, matches. */
function matches(value: unknown, pattern: RegExp | string): boolean {
  return [value]
    .flat()
    .some(
      (text) =>
        text !== undefined &&
        (pattern instanceof RegExp ? pattern.test(String(text)) : String(text) === pattern),
    );
}

/** Several changes at once; the last sees each request first. */
export function both(...changes: readonly Change[]): Change {
  return (context) => composeBehaviors(changes.map((change) => change(context)));
}

/** The behavior of a change, which knows the position of each call. */
export function withPositions(change: Change, rule: BreakableRule): Behavior {
  const trace = createTrace({
    keep: ({ sentAt, endedAt, fields = {} }: TracedCall) => ({ sentAt, endedAt, fields }),
  });
  const openings: { readonly merchant: string; readonly sTxId: string; readonly at: number }[] = [];
  const openedBy = (merchant: string) => openings.filter((one) => one.merchant === merchant);
  const context: DefectContext = {
    rule,
    positionOf({ fields, context: { merchant } }) {
      const known = trace.transactionOf({ merchant: merchant.name, fields });
      const { sTxId, mTxId, accepted: fees = 0, sales = 0, opening } = known ?? {};
      const { sTxId: byStxid, mTxId: byMtxid } = fields;
      const by = byStxid === undefined ? 'mTxId' : byMtxid === undefined ? 'sTxId' : 'both';
      const opened = openedBy(merchant.name);
      const place = opened.findIndex((one) => one.sTxId === sTxId);
      const age = Date.now() - (opened[place]?.at ?? Date.now());
      const newer = place < 0 ? 0 : opened.length - 1 - place;

      return {
        ...{ by: known === undefined ? 'first' : by, sTxId, mTxId, fees, sales, age, newer },
        opening: opening?.fields ?? {},
      };
    },
    opened: (merchant) => openedBy(merchant).map(({ sTxId }) => sTxId),
  };
  let tick = 0;
  /** Learns from what the handler really did, inside the change. */
  const learn: NonNullable<Behavior['handle']> = async (
    fields,
    next,
    { operation, context: { merchant } },
  ) => {
    const outcome = await next(fields);
    if (outcome.kind === 'refused') return outcome;
    const sTxId = String((outcome.body as Fields)['sTxId']);
    if (trace.given(sTxId) === undefined) openings.push({ merchant: merchant.name, sTxId, at: Date.now() });
    tick += 1;
    const call = { operation, merchant: merchant.name, fields, given: sTxId, status: 200 };
    trace.add({ ...call, sentAt: tick, endedAt: tick, outcome: { kind: 'accepted', body: { sTxId } } });

    return outcome;
  };

  return composeBehaviors([{ handle: learn }, change(context)]);
}
