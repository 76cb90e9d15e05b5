/** Fixed sequences: those in which services lose identifiers most often, and each field and edit in each position. */

import type { NamedBy } from '../../../../src/exchange/trace.ts';
import type { RuleContext } from '../../context.ts';
import { UPDATES_REQUIRED } from '../../history.ts';
import {
  type EditName,
  fieldsOf,
  NICN_EDIT_NAMES,
  OTHER_EDIT_NAMES,
  type SequenceCommand,
  sale,
} from './commands.ts';

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
export function positions({
  baseline: { amount },
  data,
  deployment,
}: RuleContext): readonly (readonly SequenceCommand[])[] {
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

    return [
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
  });
}
