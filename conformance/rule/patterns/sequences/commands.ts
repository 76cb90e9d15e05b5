/** Sequences of first calls, updates and sales: random ones, those in which services lose identifiers, and each field and edit in each position. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../../src/contract/types.ts';
import { NAMED_BY, type NamedBy } from '../../../../src/exchange/trace.ts';
import { DEPLOYMENT_DEFAULTS } from '../../../deployment/deployment.ts';
import type { OptionalField, RuleContext } from '../../context.ts';
import { UPDATES_REQUIRED } from '../../history.ts';
import { amountsInTurn } from '../open.ts';

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
type EditName = keyof typeof EDITS;
const NICN_EDIT_NAMES = Object.keys(NICN_EDITS) as readonly EditName[];
const OTHER_EDIT_NAMES = Object.keys(OTHER_EDITS) as readonly EditName[];
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

function sale(on: number, by: NamedBy) {
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

const WAYS: readonly NamedBy[] = ['mTxId', 'sTxId', 'both'];
const AFTER_SALE = [
  'five digits',
  'nine digits',
  'a letter',
  'a space',
] as const satisfies readonly EditName[];

/** The sequences in which services lose identifiers most often. */
export function riskySequences({
  baseline: { amount },
}: RuleContext): readonly (readonly SequenceCommand[])[] {
  const named: SequenceCommand = { act: 'first', named: true, amount };
  const update = (on: number, by: NamedBy) => ({ act: 'update', on, by, amount }) as const;

  return [
    [named, update(0, 'sTxId'), update(0, 'mTxId'), sale(0, 'mTxId')],
    [
      named,
      named,
      update(0, 'mTxId'),
      update(1, 'sTxId'),
      update(0, 'sTxId'),
      update(1, 'mTxId'),
      sale(1, 'both'),
      sale(0, 'sTxId'),
    ],
    [named, update(0, 'both'), update(0, 'mTxId'), update(0, 'sTxId'), update(0, 'mTxId'), sale(0, 'sTxId')],
    [named, { ...update(0, 'both'), renames: 1 }, { ...update(0, 'both'), renames: 2 }],
    [named, named, sale(0, 'mTxId'), sale(0, 'mTxId'), update(1, 'mTxId'), sale(1, 'mTxId')],
    // Refused calls change nothing.
    [
      { ...sale(0, 'mTxId'), instead: 'next mTxId' },
      { ...named, edit: 'five digits' },
      { ...named, edit: 'amount: text' },
      named,
      { ...update(0, 'sTxId'), credential: 'none' },
      update(0, 'mTxId'),
      ...WAYS.map((by): SequenceCommand => ({ ...sale(0, by), authCode: 'number' })),
      { ...sale(0, 'sTxId'), instead: 'nothing' },
      sale(0, 'mTxId'),
    ],
    [
      { ...named, named: false },
      { ...update(0, 'both'), names: true, edit: 'nine digits' },
      { ...sale(0, 'both'), names: true, authCode: 'number' },
      { ...named, takes: 0 },
    ],
  ];
}

function rotate<T>(values: readonly T[], by: number): readonly T[] {
  const start = by % Math.max(values.length, 1);

  return [...values.slice(start), ...values.slice(0, start)];
}

/** Each optional field and each refused edit in an update by each identifier, for both merchants, then sales. */
export function positions(context: RuleContext): readonly (readonly SequenceCommand[])[] {
  const { baseline, data, deployment } = context;
  const { amount } = baseline;
  const update = { act: 'update', on: 0, amount } as const;
  const merchants = deployment.several === undefined ? [{}] : [{}, { several: true } as const];

  return merchants.flatMap((merchant) => {
    const named: SequenceCommand = { act: 'first', named: true, amount, ...merchant };
    const unnamed: SequenceCommand = { ...named, named: false };
    // The rules on nicn try most edits by one identifier.
    const isSeveral = 'several' in merchant;
    const inTurn = (names: readonly EditName[]) =>
      names.map((edit, n) => ({ by: WAYS[n % WAYS.length] ?? 'sTxId', edit }));
    const edits = isSeveral
      ? inTurn([...NICN_EDIT_NAMES, ...OTHER_EDIT_NAMES])
      : [
          ...NICN_EDIT_NAMES.map((edit) => ({ by: 'both', edit }) as const),
          ...WAYS.map((by) => ({ by, edit: 'a card number' }) as const),
          ...inTurn(OTHER_EDIT_NAMES),
        ];

    const { mid } = (isSeveral && deployment.several?.processors.at(-1)) || {};
    const amounts = amountsInTurn(context, {
      merchant: isSeveral ? 'several' : 'one',
      plain: { ...baseline, ...(mid === undefined ? {} : { processor: mid }) },
    });
    const lists: readonly (readonly SequenceCommand[])[] = [
      // Each field is among the first updates by one identifier: a service may refuse a later update.
      ...WAYS.slice(isSeveral ? 1 : 0).map((by, n): readonly SequenceCommand[] => [
        named,
        ...rotate(fieldsOf(data.optional), n * UPDATES_REQUIRED).map((field) => ({
          ...update,
          by,
          beside: [field],
        })),
        { ...sale(0, by), authCode: true },
      ]),
      [
        named,
        ...edits.map((edit) => ({ ...update, ...edit })),
        ...WAYS.map((by) => ({ ...update, by })),
        { ...sale(0, 'mTxId'), authCode: true },
        ...AFTER_SALE.map((edit) => ({ ...update, by: 'sTxId' as const, edit })),
        { ...update, by: isSeveral ? 'both' : 'sTxId' },
        sale(0, 'sTxId'),
      ],
      [
        unnamed,
        unnamed,
        { ...update, by: 'both', names: true },
        { ...update, by: 'sTxId' },
        { ...update, on: 1, by: 'sTxId' },
        { ...sale(1, 'both'), names: true },
        sale(0, 'sTxId'),
      ],
      [
        named,
        named,
        { ...sale(0, 'both'), mTxIdOf: 1 },
        { ...update, by: 'mTxId' },
        { ...update, on: 1, by: 'mTxId' },
      ],
    ];

    return lists.map((commands, at) =>
      commands.map((one, n) =>
        'amount' in one && !('edit' in one)
          ? { ...one, amount: amounts[(at * LENGTH + n) % amounts.length] ?? amount }
          : one,
      ),
    );
  });
}

/** Calls of most sequences. */
const LENGTH = 7;
