/** Restricts defects to some calls: to updates, to one merchant, to calls after a sale. */
import type { Identifiers, Ledger } from '../../../ledger/ledger.ts';
import { wrapLedger } from '../../../ledger/wrap-ledger.ts';
import { type Behavior, composeBehaviors } from '../../behavior.ts';
import type { Call, Fields } from '../../request.ts';
import { type Condition, changeResponse, type Defect, type RuleDefect } from './defect.ts';

/** Where a call stands among those of its transaction. */
export interface Position {
  /** `first` where the call names no transaction that the mock knows. */
  readonly by: 'first' | 'sTxId' | 'mTxId' | 'both';
  /** The transaction that it names. */
  readonly sTxId: string | undefined;
  /** The fee calls and the sales of that transaction before this call. */
  readonly fees: number;
  readonly sales: number;
  /** The fields of its first call; empty where it is none that the mock knows. */
  readonly opening: Fields;
}

/** The hooks validate and handle of a behavior, for some calls only. */
export function onlyIf(when: Condition, behavior: Behavior): Behavior {
  const { validate, handle } = behavior;

  return {
    ...behavior,
    ...(validate && {
      validate: (violations, call) => (when(call.fields, call) ? validate(violations, call) : violations),
    }),
    ...(handle && {
      handle: (fields, next, call) => (when(call.fields, call) ? handle(fields, next, call) : next(fields)),
    }),
  };
}

/** Creates a behavior that depends on the position of each call. */
export function withPositions(create: (positionOf: (call: Call) => Position) => Behavior): Behavior {
  interface Counts {
    fees: number;
    sales: number;
  }
  const names = new Map<string, string>();
  const counts = new Map<string, Counts>();
  const openings = new Map<string, Fields>();
  const keyOf = (merchant: string, mTxId: unknown) => JSON.stringify([merchant, mTxId]);
  const countsOf = (merchant: string, sTxId: string) => counts.get(keyOf(merchant, sTxId));

  const positionOf = ({ fields, context: { merchant } }: Call): Position => {
    const { sTxId, mTxId } = fields;
    const named = sTxId ?? names.get(keyOf(merchant.name, mTxId));
    const known = typeof named === 'string' ? countsOf(merchant.name, named) : undefined;
    if (known === undefined) return { by: 'first', sTxId: undefined, fees: 0, sales: 0, opening: {} };
    const by = sTxId === undefined ? 'mTxId' : mTxId === undefined ? 'sTxId' : 'both';

    return { by, sTxId: String(named), opening: openings.get(String(named)) ?? {}, ...known };
  };
  const note = (merchant: string, by: Identifiers, sTxId: string, call: keyof Counts) => {
    const known = countsOf(merchant, sTxId) ?? { fees: 0, sales: 0 };
    known[call] += 1;
    counts.set(keyOf(merchant, sTxId), known);
    if (by.mTxId !== undefined && !names.has(keyOf(merchant, by.mTxId)))
      names.set(keyOf(merchant, by.mTxId), sTxId);
  };

  return composeBehaviors([
    {
      ledger: (ledger) =>
        wrapLedger(ledger, {
          async record(merchant, by, calculation) {
            const recorded = await ledger.record(merchant, by, calculation);
            if (recorded.kind === 'opened' || recorded.kind === 'updated')
              note(merchant, by, recorded.transaction.sTxId, 'fees');

            return recorded;
          },
          async attach(merchant, by, sale) {
            const attached = await ledger.attach(merchant, by, sale);
            if (attached.kind === 'attached') note(merchant, by, attached.transaction.sTxId, 'sales');

            return attached;
          },
        }),
    },
    create(positionOf),
    changeResponse('calculateFee', (body, fields) => {
      const sTxId = String(body['sTxId']);
      if (!openings.has(sTxId)) openings.set(sTxId, fields);

      return body;
    }),
  ]);
}

/** A behavior for calls in some positions only. */
export function inPosition(
  applies: (position: Position, call: Call) => boolean,
  behavior: Behavior,
): Behavior {
  return withPositions((positionOf) => onlyIf((_, call) => applies(positionOf(call), call), behavior));
}

/** A behavior for merchants with several processors only, in its hooks validate, handle and ledger. */
function forSeveral(behavior: Behavior): Behavior {
  const names = new Set<string>();

  return composeBehaviors([
    {
      ...onlyIf((_, { context: { merchant } }) => merchant.processors.length > 1, behavior),
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
      handle(fields, next, { context: { merchant } }) {
        if (merchant.processors.length > 1) names.add(merchant.name);

        return next(fields);
      },
    },
  ]);
}

/** A defect in every position. Its first variants are restricted to one position, or to one merchant. */
export function alsoInEachPosition(
  summary: string,
  create: () => Behavior,
  variants: RuleDefect['variants'] = {},
): RuleDefect {
  return {
    ...{ summary, create },
    variants: {
      'on-updates-by-stxid': onUpdates(summary, 'sTxId', create),
      'on-updates-by-mtxid': onUpdates(summary, 'mTxId', create),
      'on-updates-by-both': onUpdates(summary, 'both', create),
      'after-a-sale': {
        summary: `${summary}, in an update after a sale`,
        create: () => inPosition(({ sales }) => sales > 0, create()),
      },
      'for-several': forSeveralOnly(summary, create),
      ...variants,
    },
  };
}

/** The same defect only in updates that name their transaction in this way. */
export function onUpdates(summary: string, way: 'sTxId' | 'mTxId' | 'both', create: () => Behavior): Defect {
  return {
    summary: `${summary}, in an update by ${way === 'both' ? 'both identifiers' : way}`,
    create: () => inPosition(({ by }) => by === way, create()),
  };
}

/** A defect for all merchants. Its first variant is restricted to merchants with several processors. */
export function alsoForSeveral(
  summary: string,
  create: () => Behavior,
  variants: RuleDefect['variants'] = {},
): RuleDefect {
  return { summary, create, variants: { 'for-several': forSeveralOnly(summary, create), ...variants } };
}

/** The same defect for merchants with several processors only. */
export function forSeveralOnly(summary: string, create: () => Behavior): Defect {
  return {
    summary: `${summary}, for a merchant with several processors`,
    create: () => forSeveral(create()),
  };
}
