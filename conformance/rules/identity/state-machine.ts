/** Model-based: in any sequence of calls, each response is about the transaction that its call names. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { DEPLOYMENT_DEFAULTS } from '../../deployment/deployment.ts';
import {
  assertAccepted,
  assertAnswered,
  assertNamesTransaction,
  requireAccepted,
  stxidOf,
} from '../../rule/assertions.ts';
import type { OptionalField, RuleContext } from '../../rule/context.ts';
import type { Conversation } from '../../rule/conversation.ts';
import { answeredStxid, isSale, type MerchantRole } from '../../rule/exchange.ts';
import { NotJudged } from '../../rule/failure.ts';
import type { Named } from '../../rule/history.ts';
import { expectOwnStxid, isPlain } from '../../rule/observers.ts';
import { callsAs, identifiersBy } from '../../rule/patterns/open.ts';
import { requireUpdate } from '../../rule/patterns/plain-calls.ts';
import { rule } from '../../rule/rule.ts';

const [CARD] = DEPLOYMENT_DEFAULTS.cards;

type By = Named['by'];

/** Changes of the `nicn` that must be refused. Long values come from a published test number. */
const EDITS = {
  'five digits': (nicn: string) => nicn.slice(0, 5),
  'nine digits': () => CARD.slice(0, 9),
  'a card number': () => CARD,
  'a letter': (nicn: string) => `${nicn.slice(0, 5)}a`,
  'a space': (nicn: string) => `${nicn.slice(0, 4)} ${nicn.slice(4)}`,
};
type Edit = keyof typeof EDITS;
const EDIT_NAMES = Object.keys(EDITS) as readonly Edit[];
const WAYS: readonly By[] = ['mTxId', 'sTxId', 'both'];

type Command =
  | {
      readonly act: 'first';
      readonly named: boolean;
      readonly amount: number;
      readonly beside?: readonly OptionalField[];
      /** The merchant with several processors, where there is one. */
      readonly several?: true;
    }
  | {
      readonly act: 'update';
      readonly on: number;
      readonly by: By;
      readonly amount: number;
      readonly beside?: readonly OptionalField[];
      readonly edit?: Edit;
      /** Gives a transaction without an `mTxId` its first one. */
      readonly names?: true;
      /** Sends the new `mTxId` of this number with the `sTxId`. A service may refuse that. */
      readonly renames?: number;
    }
  | {
      readonly act: 'sale';
      readonly on: number;
      readonly by: By;
      readonly authCode?: true;
      readonly names?: true;
      /** Sends the `mTxId` of this other transaction. A service may refuse that. */
      readonly mTxIdOf?: number;
    };

/** A transaction of the model. */
interface Known {
  readonly sTxId: string;
  readonly mTxId: string | undefined;
  readonly merchant: MerchantRole;
  readonly isSold: boolean;
  /** Fields of earlier calls: a service may refuse an update without them, or an amount above a total that it keeps. */
  readonly kept: Pick<FeeRequest, 'country' | 'processor' | 'totalAmount'>;
  /** Whether an update with another `mTxId` was accepted for it. */
  readonly isRenamed?: true;
}

export const stateMachine = rule<readonly Command[]>({
  id: 'identity/state-machine',
  section: '1.2, 4.1, 4.2',
  level: 'must',
  title: 'in any sequence of first calls, updates and sales every response has the right sTxId',
  tries:
    'Fixed and random sequences of first calls, updates and sales by either identifier, for several transactions of ' +
    'both merchants, with optional fields, and with refused calls in between and after a sale. A model predicts the ' +
    'sTxId of every response.',
  fix:
    'Read the example from its end: which request named the transaction, and which earlier one changed how it is ' +
    'found? Most often an update or a sale has removed one of its identifiers from the index.',
  lookAlikes: [
    'update-after-sale=keep',
    'update-to-another-card=refuse',
    'second-sale=keep',
    'second-sale=refuse',
    'mismatched-identifiers=stxid-decides',
    'unknown-stxid-on-fee=open',
    'partial-update=keep',
  ],
  dependsOn: [
    'identity/stxid-is-unique',
    'identity/update-by-stxid-keeps-stxid',
    'identity/update-by-mtxid-keeps-stxid',
    'identity/update-by-both-keeps-stxid',
    'identity/distinct-mtxids-are-distinct',
    'sale/accepts-stxid',
    'sale/accepts-mtxid',
    'sale/accepts-both',
    'sale/accepts-late-mtxid',
  ],
  triesSequences: true,
  /** A failure after nothing but calls of the same kind belongs to the rule on these calls. */
  observe(exchange, history) {
    const named = history.named(exchange);
    if (named === undefined || isPlain(named)) return undefined;
    const finding = expectOwnStxid(exchange, named, history);
    if (!named.transaction.isSold || (isSale(exchange) && named.by === 'sTxId')) return finding;
    // A sold transaction may free its mTxId, and an update may open a new one, but never return that of another.
    const got = answeredStxid(exchange);

    return got !== undefined && history.bySTxId(got) !== undefined ? finding : undefined;
  },
  probes: (context) => [...sequences(context), ...positions(context)],
  shrink: smallerSequences,
  cases: ({ data: { plainAmount, optional }, deployment, effort }) =>
    fc.array(command(plainAmount, fieldsOf(optional), deployment.several !== undefined), {
      minLength: 2,
      maxLength: effort.sequence,
    }),

  async run(commands, conversation, context) {
    let known: readonly Known[] = [];
    for (const command of commands) known = await perform(command, known, conversation, context);
    if (known.length === 0) throw new NotJudged('a sequence without a first call');
  },
});

/** The sequences in which services lose identifiers most often. */
function sequences({ baseline: { amount } }: RuleContext): readonly (readonly Command[])[] {
  const named: Command = { act: 'first', named: true, amount };
  const update = (on: number, by: By) => ({ act: 'update', on, by, amount }) as const;

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
    [named, named, sale(0, 'mTxId'), update(1, 'mTxId'), sale(1, 'mTxId')],
  ];
}

/** Each optional field and each refused edit in an update by each identifier, for both merchants, then sales. */
function positions({ baseline: { amount }, data, deployment }: RuleContext): readonly (readonly Command[])[] {
  const update = { act: 'update', on: 0, amount } as const;
  const merchants = deployment.several === undefined ? [{}] : [{}, { several: true } as const];

  return merchants.flatMap((merchant) => {
    const named: Command = { act: 'first', named: true, amount, ...merchant };
    const unnamed: Command = { ...named, named: false };
    // The rules on nicn try most edits by one identifier.
    const isSeveral = 'several' in merchant;
    const edits = isSeveral
      ? EDIT_NAMES.map((edit, n) => ({ by: WAYS[n % WAYS.length] ?? 'sTxId', edit }))
      : [
          ...EDIT_NAMES.map((edit) => ({ by: 'both', edit }) as const),
          ...WAYS.map((by) => ({ by, edit: 'a card number' }) as const),
        ];

    return [
      ...WAYS.map((by): readonly Command[] => [
        named,
        ...fieldsOf(data.optional).map((field) => ({ ...update, by, beside: [field] })),
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
        { ...update, by: 'mTxId' },
        { ...update, on: 1, by: 'sTxId' },
        { ...sale(1, 'both'), names: true },
        sale(0, 'mTxId'),
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

const AFTER_SALE = ['five digits', 'nine digits', 'a letter', 'a space'] as const satisfies readonly Edit[];

function fieldsOf(optional: object): readonly OptionalField[] {
  return (Object.keys(optional) as OptionalField[]).filter((name) => name !== 'mTxId');
}

/** Smaller sequences: without some calls, a transaction without `mTxId`, or a call without optional fields. */
function smallerSequences(commands: readonly Command[]): readonly (readonly Command[])[] {
  const half = commands.length >> 1;
  const halves = commands.length > 3 ? [commands.slice(0, half), commands.slice(half)] : [];
  const others = commands.flatMap((command, index) => {
    if (command.act === 'first' && command.named) return [commands.with(index, { ...command, named: false })];
    if (command.act === 'sale' || command.beside === undefined) return [];
    const { beside: _, ...bare } = command;

    return [commands.with(index, bare)];
  });

  return [...halves, ...commands.map((_, index) => commands.toSpliced(index, 1)), ...others];
}

function sale(on: number, by: By) {
  return { act: 'sale', on, by } as const;
}

function command(
  amount: fc.Arbitrary<number>,
  fields: readonly OptionalField[],
  hasSeveral: boolean,
): fc.Arbitrary<Command> {
  const by = fc.constantFrom<By>('sTxId', 'mTxId', 'both');
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
  ) as fc.Arbitrary<Command>;
}

/** The rule that judges the amounts of calls. */
const AMOUNTS = 'fee-request/accepts-decimal-amounts';

/** Numbers of the placeholders for `mTxId`s that are first sent in a later call. */
const LATE = 100;
const LATER = 200;

/** Sends a command, and returns the model after it. The observers judge the `sTxId` of the response. */
async function perform(
  command: Command,
  known: readonly Known[],
  { fee, sale }: Conversation,
  context: RuleContext,
): Promise<readonly Known[]> {
  if (command.act === 'first') {
    const mTxId = command.named ? `{m${known.length + 1}}` : undefined;
    const merchant = command.several && context.deployment.several !== undefined ? 'several' : 'one';
    const body = { ...feeBody(command, merchant, context), ...(mTxId === undefined ? {} : { mTxId }) };
    const exchange = await fee(body, { merchant });
    if (command.beside !== undefined && command.beside.length > 0)
      requireAccepted(exchange, 'fee-request/accepts-all-fields-at-once');
    else {
      if (exchange.classification.kind === 'refused' && command.amount !== context.baseline.amount)
        requireAccepted(await fee(feeBody(command, merchant, context), { merchant }), AMOUNTS);
      assertAccepted(exchange, 'an accepted first call');
    }

    return [...known, { sTxId: stxidOf(exchange), mTxId, merchant, isSold: false, kept: keptOf(body) }];
  }
  const number = command.on % Math.max(known.length, 1);
  const target = known[number];
  if (target === undefined) return known;
  const { sTxId, merchant } = target;
  const isSaleCommand = command.act === 'sale';
  const mTxId = target.mTxId ?? (command.names ? `{m${LATE + number}}` : undefined);
  const other = isSaleCommand && command.mTxIdOf !== undefined ? known[command.mTxIdOf] : undefined;
  const another =
    !isSaleCommand && command.renames !== undefined ? `{m${LATER + command.renames}}` : undefined;
  const identifiers = identifiersBy(
    mTxId === undefined ? 'sTxId' : command.by,
    sTxId,
    other?.mTxId ?? another ?? mTxId,
  );
  const authCode = isSaleCommand && command.authCode ? { authCode: 'A1B2C3' } : {};
  const exchange = await (isSaleCommand
    ? sale({ ...identifiers, ...authCode, ...context.traits.saleExtras }, { merchant })
    : fee({ ...updateBody(command, target, context), ...identifiers }, { merchant }));
  assertAnswered(exchange);
  // Whether a sold transaction can be updated or sold again is a choice.
  if (target.isSold || (!isSaleCommand && command.edit !== undefined)) return known;
  const isRefused = exchange.classification.kind === 'refused';
  if (isRefused && (other !== undefined || another !== undefined)) return known;
  // A sale that names two transactions may sell either.
  if (other !== undefined)
    return known.map((one) => ({ ...one, isSold: one.isSold || one === target || one === other }));
  if (another !== undefined) {
    // The mTxId may take precedence over the sTxId, but then from the first time on.
    if (target.isRenamed) assertNamesTransaction(exchange, sTxId);

    return answeredStxid(exchange) === sTxId ? known.with(number, { ...target, isRenamed: true }) : known;
  }
  if (!isSaleCommand && command.names && isRefused) return known;
  if (!isSaleCommand && command.beside !== undefined && command.beside.length > 0)
    requireAccepted(exchange, 'fee-request/accepts-all-fields-at-once');
  else {
    // Refused on a new transaction as well, it says nothing about sequences.
    if (isRefused && !isSaleCommand)
      await requireUpdate(
        callsAs(merchant, { fee, sale }, context),
        [command.by],
        feeBody(command, merchant, context),
        AMOUNTS,
      );
    assertAccepted(exchange, `an accepted ${command.act}`);
  }

  const { totalAmount } = isSaleCommand ? {} : updateBody(command, target, context);
  const kept = { ...target.kept, ...(totalAmount === undefined ? {} : { totalAmount }) };

  return known.with(number, { ...target, mTxId, isSold: isSaleCommand, kept });
}

function keptOf({ country, processor, totalAmount }: FeeRequest): Known['kept'] {
  return {
    ...(country === undefined ? {} : { country }),
    ...(processor === undefined ? {} : { processor }),
    ...(totalAmount === undefined ? {} : { totalAmount }),
  };
}

/** The fields of an update, with those that its transaction has kept. */
function updateBody(
  command: Extract<Command, { readonly act: 'update' }>,
  { kept, merchant }: Known,
  context: RuleContext,
): FeeRequest {
  const body = { ...kept, ...feeBody(command, merchant, context) };
  const { amount, totalAmount } = body;

  return totalAmount === undefined ? body : { ...body, totalAmount: Math.max(amount, totalAmount) };
}

/** The baseline with the amount, the optional fields and the edit of a command. */
function feeBody(
  command: Exclude<Command, { readonly act: 'sale' }>,
  merchant: MerchantRole,
  { baseline, data: { optional, plainAmounts }, deployment }: RuleContext,
): FeeRequest {
  const { amount, beside = [] } = command;
  const processor = deployment.several?.processors[0]?.mid;
  const edit = 'edit' in command && command.edit !== undefined ? EDITS[command.edit] : undefined;
  const { totalAmount = 0, ...fields } = Object.fromEntries(
    beside.filter((name) => name in optional).map((name) => [name, optional[name]]),
  ) as typeof optional;

  return {
    ...baseline,
    amount,
    ...(edit === undefined ? {} : { nicn: edit(baseline.nicn) }),
    ...fields,
    // At least the amount of any later update, as a service may keep it where an update has none.
    ...(totalAmount === 0 ? {} : { totalAmount: Math.max(amount, totalAmount, ...plainAmounts) }),
    ...(merchant === 'several' && processor !== undefined ? { processor } : {}),
  };
}
