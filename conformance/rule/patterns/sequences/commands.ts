/** The commands of a sequence: first calls, updates and sales. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../../src/contract/types.ts';
import { NAMED_BY, type NamedBy } from '../../../../src/exchange/trace.ts';
import { DEPLOYMENT_DEFAULTS } from '../../../deployment/deployment.ts';
import type { OptionalField } from '../../context.ts';

const [CARD] = DEPLOYMENT_DEFAULTS.cards;

/** Changes of the `nicn` that must be refused. Long values come from a published test number. */
const NICN_EDITS = {
  'five digits': ({ nicn }: FeeRequest) => ({ nicn: nicn.slice(0, 5) }),
  'nine digits': () => ({ nicn: CARD.slice(0, 9) }),
  'a card number': () => ({ nicn: CARD }),
  'a letter': ({ nicn }: FeeRequest) => ({ nicn: `${nicn.slice(0, 5)}a` }),
  'a space': ({ nicn }: FeeRequest) => ({ nicn: `${nicn.slice(0, 4)} ${nicn.slice(4)}` }),
} as const;

/** Changes of other fields, which services refuse later than a wrong `nicn`, or accept. */
const OTHER_EDITS = {
  'amount: text': () => ({ amount: 'x' }),
  'region: empty': () => ({ region: '' }),
  'processor: unknown': () => ({ processor: 'no-such-processor' }),
  'totalAmount: less': ({ amount }: FeeRequest) => ({ totalAmount: amount / 2 }),
  'campaign: text': () => ({ campaign: 'x' }),
} as const;

export const EDITS = { ...NICN_EDITS, ...OTHER_EDITS };
export type EditName = keyof typeof EDITS;
export const NICN_EDIT_NAMES = Object.keys(NICN_EDITS) as readonly EditName[];
export const OTHER_EDIT_NAMES = Object.keys(OTHER_EDITS) as readonly EditName[];
const EDIT_NAMES = [...NICN_EDIT_NAMES, ...OTHER_EDIT_NAMES];

export type SequenceCommand =
  | {
      readonly act: 'first';
      readonly named: boolean;
      readonly amount: number;
      readonly beside?: readonly OptionalField[];
      /** The merchant with several processors, where there is one. */
      readonly several?: true;
      /** An edit that must be refused: the call opens no transaction, and the next first call has the same `mTxId`. */
      readonly edit?: EditName;
      /** Sends the `mTxId` that a refused call tried to give the transaction of this number. */
      readonly takes?: number;
    }
  | {
      readonly act: 'update';
      readonly on: number;
      readonly by: NamedBy;
      readonly amount: number;
      readonly beside?: readonly OptionalField[];
      readonly edit?: EditName;
      readonly credential?: 'none';
      /** Gives a transaction without an `mTxId` its first one. */
      readonly names?: true;
      /** Sends the new `mTxId` of this number with the `sTxId`. A service may refuse that. */
      readonly renames?: number;
    }
  | {
      readonly act: 'sale';
      readonly on: number;
      readonly by: NamedBy;
      /** An `authCode` of its type, or a number in its place, which a service may refuse. */
      readonly authCode?: true | 'number';
      readonly names?: true;
      /** Sends the `mTxId` of this other transaction. A service may refuse that. */
      readonly mTxIdOf?: number;
      /** Sends no identifier, or the `mTxId` of the next first call, which no transaction has yet: to be refused. */
      readonly instead?: 'nothing' | 'next mTxId';
    };

export function sale(on: number, by: NamedBy) {
  return { act: 'sale', on, by } as const;
}

export function fieldsOf(optional: object): readonly OptionalField[] {
  return (Object.keys(optional) as OptionalField[]).filter((name) => name !== 'mTxId');
}

export function command(
  amount: fc.Arbitrary<number>,
  fields: readonly OptionalField[],
  hasSeveral: boolean,
): fc.Arbitrary<SequenceCommand> {
  const by = fc.constantFrom(...NAMED_BY);
  const on = fc.nat({ max: 4 });
  const beside = fc.subarray([...fields], { maxLength: Math.min(2, fields.length) });
  const several = hasSeveral ? { several: fc.constant(true as const) } : {};
  const first = { act: fc.constant('first'), named: fc.boolean(), amount, beside, ...several };
  const update = { act: fc.constant('update'), on, by, amount };

  return fc.oneof(
    { weight: 2, arbitrary: fc.record(first, { requiredKeys: ['act', 'named', 'amount'] }) },
    { weight: 4, arbitrary: fc.record({ ...update, beside }) },
    { weight: 1, arbitrary: fc.record({ ...update, edit: fc.constantFrom(...EDIT_NAMES) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('sale'), on, by }) },
  ) as fc.Arbitrary<SequenceCommand>;
}
