/** Model-based: in any sequence of calls, each response is about the transaction that its call names. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { NAMED_BY, type NamedBy } from '../../../src/exchange/trace.ts';
import { defined } from '../../../src/text/json-object.ts';
import { DEPLOYMENT_DEFAULTS } from '../../deployment/deployment.ts';
import type { OptionalField, RuleContext } from '../../rule/context.ts';
import { UPDATES_REQUIRED } from '../../rule/history.ts';
import { rotate } from '../../rule/lists.ts';
import { mtxidInTurn } from '../../rule/mtxids.ts';
import { expectOwnStxid, isPlain } from '../../rule/observers.ts';
import { amountsInTurn, identifiersBy, senderOf } from '../../rule/patterns/open.ts';
import { keepsStxid, rule } from '../../rule/rule.ts';
import { fee, type Script, type ScriptCall, sale } from '../../rule/script.ts';
import { isSale, type MerchantRole } from '../../rule/service-call.ts';

export const stateMachine = rule({
  id: 'identity/state-machine',
  section: '1.2, 4.1, 4.2',
  title: 'in any sequence of first calls, updates and sales every response has the right sTxId',
  tries: 'Fixed and random sequences for several transactions of both merchants, with refused calls.',
  fix: 'Look for the call that changed how the transaction is found: often one that removed it from an index.',
  inTraffic: keepsStxid(3, 'mTxId'),
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
    'fee-request/accepts-decimal-amounts',
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
  /** A failure after calls of one kind only belongs to the rule on these calls. */
  judge(call, history) {
    const named = history.named(call);
    if (named === undefined || isPlain(named)) return undefined;
    const finding = expectOwnStxid(call, named, history);
    const mayBeForgotten = named.by !== 'sTxId' && named.isLate;
    if (mayBeForgotten !== true && (!named.transaction.isSold || (isSale(call) && named.by === 'sTxId')))
      return finding;
    // A service may forget a sold transaction or a late mTxId, and open a new one, but never return that of another.
    const got = call.given;

    return got !== undefined && history.bySTxId(got) !== undefined ? finding : undefined;
  },
  scripts: (context) => [...riskySequences(context), ...positions(context)],
  randomScripts: (context) =>
    fc
      .array(randomCommand(context), { minLength: 2, maxLength: context.effort.sequence })
      .map((commands) => toScript(commands, context)),
});

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
  'totalAmount: less': ({ amount }: FeeRequest) => ({ totalAmount: amount / 2 }),
  'campaign: text': () => ({ campaign: 'x' }),
  'processor: unknown': () => ({ processor: 'no-such-processor' }),
} as const;

const EDITS = { ...NICN_EDITS, ...OTHER_EDITS };
type EditName = keyof typeof EDITS;
const NICN_EDIT_NAMES = Object.keys(NICN_EDITS) as readonly EditName[];
const OTHER_EDIT_NAMES = Object.keys(OTHER_EDITS) as readonly EditName[];
const EDIT_NAMES = [...NICN_EDIT_NAMES, ...OTHER_EDIT_NAMES];
const AFTER_SALE: readonly EditName[] = ['five digits', 'nine digits', 'a letter', 'a space'];

/** A fee call of the baseline with these optional fields, or with an edit that must be refused. */
interface Priced {
  /** In US dollars; one of the sequence's amounts in turn unless given. */
  readonly amount?: number;
  readonly beside?: readonly OptionalField[];
  readonly edit?: EditName;
}

interface First extends Priced {
  /** Whether it has an `mTxId`. */
  readonly named?: boolean;
  /** The merchant with several processors, where there is one. */
  readonly several?: boolean;
}

/** Names the transaction of this number, from 0, where it has the identifiers. */
interface ByIdentifiers {
  readonly on?: number;
  readonly by: NamedBy;
  /** The first `mTxId` of a transaction that has none. */
  readonly late?: string;
}

interface SaleOfSequence extends ByIdentifiers {
  readonly authCode?: string;
}

export type SequenceCall =
  | ({ readonly act: 'first' } & First)
  | ({ readonly act: 'update' } & ByIdentifiers & Priced)
  | ({ readonly act: 'sale' } & SaleOfSequence);

const first = (more: First = {}): SequenceCall => ({ act: 'first', ...more });
const update = (by: NamedBy, more: Omit<ByIdentifiers, 'by'> & Priced = {}): SequenceCall => ({
  act: 'update',
  by,
  ...more,
});
const sell = (by: NamedBy, more: Omit<SaleOfSequence, 'by'> = {}): SequenceCall => ({
  act: 'sale',
  by,
  ...more,
});

/** Commands, and calls of another kind, after which all is as before. */
type Sequence = readonly (SequenceCall | ScriptCall)[];

/** A transaction as the document says that it is after the calls so far. */
interface Known {
  /** The number of the call that opened it. */
  readonly call: number;
  readonly mTxId: string | undefined;
  readonly merchant: MerchantRole;
  /** It may refuse what follows. */
  isSold: boolean;
  /** Fields of earlier calls: a service may refuse an update without them, or an amount above a total that it keeps. */
  kept: Partial<Pick<FeeRequest, 'country' | 'processor' | 'totalAmount'>>;
}

interface SequenceOptions {
  /** The merchant of first calls that name none. */
  readonly role?: MerchantRole;
  /** In US dollars, for each call in turn, from this one on. */
  readonly amounts?: readonly number[];
  readonly start?: number;
  readonly inARow?: true;
}

const NEEDS = 'fee-request/accepts-all-fields-at-once';

/** The observers judge the `sTxId`s of the responses. After a sale nothing is expected. */
function toScript(
  sequence: Sequence,
  context: RuleContext,
  { role = 'one', amounts = [context.baseline.amount], start = 0, ...others }: SequenceOptions = {},
): Script {
  const { baseline, data, deployment, traits } = context;
  const calls: ScriptCall[] = [];
  const known: Known[] = [];
  // Other rules send most calls of the first one.
  const processor = deployment.several?.processors.at(-1)?.mid;

  const feeBody = ({ amount, beside = [], edit }: Priced, merchant: MerchantRole): FeeRequest => {
    const { totalAmount = 0, ...fields } = Object.fromEntries(
      beside.filter((name) => name in data.optional).map((name) => [name, data.optional[name]]),
    ) as typeof data.optional;
    const inTurn = edit === undefined ? amounts[(start + calls.length) % amounts.length] : undefined;
    const body = {
      ...baseline,
      amount: amount ?? inTurn ?? baseline.amount,
      ...fields,
      // More than the amount of any later update, as a service may keep it where an update has none.
      ...(totalAmount === 0 ? {} : { totalAmount: deployment.amounts.max }),
      ...(merchant === 'several' && processor !== undefined ? { processor } : {}),
    };

    return edit === undefined ? body : ({ ...body, ...EDITS[edit](body) } as FeeRequest);
  };
  const accepted = (what: string, { beside = [] }: Priced = {}): Partial<ScriptCall> =>
    beside.length > 0 ? { needs: NEEDS, expects: {} } : { expects: { accepted: `an accepted ${what}` } };
  const open = (command: First) => {
    const { named = true, several = role === 'several' } = command;
    const { merchant } = senderOf(context, several ? 'several' : 'one');
    const mTxId = named ? mtxidInTurn(known.length, known.length + 1) : undefined;
    const body = feeBody(command, merchant);
    calls.push(fee({ ...body, mTxId }, { merchant, ...accepted('first call', command) }));
    const { country, processor: own, totalAmount } = body;
    const kept = defined({ country, processor: own, totalAmount });
    known.push({ call: calls.length, mTxId, merchant, isSold: false, kept });
  };

  for (const command of sequence) {
    if (!('act' in command)) calls.push(command);
    else if (command.act === 'first') open(command);
    else {
      const { on = 0, by, late } = command;
      const one = known[on % Math.max(known.length, 1)];
      if (one === undefined) continue;
      const { call, mTxId = late, merchant, isSold } = one;
      const identifiers = identifiersBy(mTxId === undefined ? 'sTxId' : by, `{s${call}}`, mTxId);
      if (command.act === 'sale') {
        const { authCode } = command;
        const body = { ...identifiers, ...traits.saleExtras, ...(authCode !== undefined && { authCode }) };
        calls.push(sale(body, { merchant, ...(isSold ? {} : accepted('sale')) }));
        one.isSold = true;
        continue;
      }
      const { edit } = command;
      const own = feeBody(command, merchant);
      // In the usual order: other ones are for fee-request/accepts-any-spelling.
      const fields = { ...own, ...one.kept, ...own };
      const { amount, totalAmount } = fields;
      const isTotal = totalAmount !== undefined && edit === undefined;
      const total = isTotal ? { totalAmount: Math.max(amount, totalAmount) } : {};
      // Whether an update may bring an mTxId, and whether it names the transaction afterwards, is a rule of its own.
      const isOpen = isSold || late !== undefined;
      const more = edit === undefined ? accepted('update', command) : { mayDisturb: true as const };
      calls.push(fee({ ...fields, ...total, ...identifiers }, { merchant, ...(isOpen ? {} : more) }));
      if (!isOpen) one.kept = { ...one.kept, ...total };
    }
  }

  return { ...others, calls };
}

function randomCommand({ data, deployment }: RuleContext): fc.Arbitrary<SequenceCall> {
  const fields = fieldsOf(data.optional);
  const amount = data.plainAmount;
  const by = fc.constantFrom(...NAMED_BY);
  const on = fc.nat({ max: 4 });
  const beside = fc.subarray([...fields], { maxLength: Math.min(2, fields.length) });
  const several = deployment.several === undefined ? {} : { several: fc.constant(true as const) };
  const first = { act: fc.constant('first'), named: fc.boolean(), amount, beside, ...several };
  const update = { act: fc.constant('update'), on, by, amount };

  return fc.oneof(
    { weight: 2, arbitrary: fc.record(first, { requiredKeys: ['act', 'named', 'amount'] }) },
    { weight: 4, arbitrary: fc.record({ ...update, beside }) },
    { weight: 1, arbitrary: fc.record({ ...update, edit: fc.constantFrom(...EDIT_NAMES) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('sale'), on, by }) },
  ) as fc.Arbitrary<SequenceCall>;
}

function fieldsOf(optional: object): readonly OptionalField[] {
  return (Object.keys(optional) as OptionalField[]).filter((name) => name !== 'mTxId');
}

const WAYS: readonly NamedBy[] = ['mTxId', 'sTxId', 'both'];
const RENAMES =
  'this deployment refuses an update with another mTxId, or has it decide which transaction is meant';
/** Each in a sale by another identifier. */
const WRONG_CODES = [7, { code: 'A1' }, ['A1']];
const SELLS_NONE = 'a sale of no transaction was not refused';

/** The sequences in which services lose identifiers most often. */
function riskySequences(context: RuleContext): readonly Script[] {
  const { baseline, traits } = context;
  const merchant = 'one';
  const wrongSale = (by: NamedBy, sTxId: string, authCode: unknown, mTxId?: string) =>
    sale(
      { ...identifiersBy(by, sTxId, mTxId), ...traits.saleExtras, authCode },
      { merchant, mayDisturb: true },
    );
  const renamed = (mTxId: string) => ({ ...baseline, sTxId: '{s1}', mTxId });
  const wrong = (edit: EditName) => {
    const mayBeAccepted = `a first call (${edit}) was not refused`;

    return fee({ ...baseline, ...EDITS[edit](baseline), mTxId: '{m1}' }, { merchant, mayBeAccepted });
  };
  const mTxId = '{m100}';
  const what = 'a new sTxId: the earlier call with that mTxId was refused';
  const sequences: readonly Sequence[] = [
    [first(), update('sTxId'), update('mTxId'), sell('mTxId')],
    [
      ...[first(), first(), update('mTxId'), update('sTxId', { on: 1 }), update('sTxId')],
      ...[update('mTxId', { on: 1 }), sell('both', { on: 1 }), sell('sTxId')],
    ],
    [first(), update('both'), update('mTxId'), update('sTxId'), update('mTxId'), sell('sTxId')],
    // The mTxId may take precedence over the sTxId, but then from the first time on.
    [
      first(),
      fee(renamed('{m201}'), { merchant, mayForget: RENAMES }),
      fee(renamed('{m202}'), { merchant, mayBeRefused: RENAMES, expects: { sTxIdOf: 1 } }),
    ],
    [
      ...[first(), first(), sell('mTxId'), sell('mTxId')],
      ...[update('mTxId', { on: 1 }), sell('mTxId', { on: 1 })],
    ],
    // Refused calls change nothing.
    [
      sale({ mTxId: '{m1}' }, { mayBeAccepted: SELLS_NONE }),
      wrong('five digits'),
      wrong('amount: text'),
      first(),
      fee({ ...baseline, sTxId: '{s4}' }, { merchant, variant: { credential: 'none' } }),
      update('mTxId'),
      ...WAYS.map((by, n) => wrongSale(by, '{s4}', WRONG_CODES[n])),
      sale({ authCode: 'A1B2C3' }, { mayBeAccepted: SELLS_NONE }),
      sell('mTxId'),
    ],
    [
      first({ named: false }),
      fee({ ...baseline, ...EDITS['nine digits'](), sTxId: '{s1}', mTxId }, { merchant, mayDisturb: true }),
      wrongSale('both', '{s1}', 7, mTxId),
      fee(
        { ...baseline, mTxId },
        { merchant, expects: { accepted: 'an accepted first call', otherThan: { call: 1, what } } },
      ),
    ],
  ];

  // Each of its calls keeps all other rules waiting.
  return sequences.map((sequence, at) => toScript(sequence, context, at < 2 ? { inARow: true } : {}));
}

/** Calls of most sequences. */
const LENGTH = 7;

/** Each optional field and each refused edit in an update by each identifier, for both merchants, then sales. */
function positions(context: RuleContext): readonly Script[] {
  const { baseline, data, deployment, traits } = context;
  const fields = fieldsOf(data.optional);
  const roles: readonly MerchantRole[] = deployment.several === undefined ? ['one'] : ['one', 'several'];

  return roles.flatMap((role) => {
    // The rules on nicn try most edits by one identifier.
    const isSeveral = role === 'several';
    const inTurn = (names: readonly EditName[]) =>
      names.map((edit, n) => update(WAYS[n % WAYS.length] ?? 'sTxId', { edit }));
    const ofNicn = isSeveral
      ? inTurn(NICN_EDIT_NAMES)
      : [
          ...NICN_EDIT_NAMES.map((edit) => update('both', { edit })),
          ...WAYS.map((by) => update(by, { edit: 'a card number' })),
        ];
    // A sale that names two transactions may sell either.
    const ofTwo = { sTxId: '{s1}', mTxId: mtxidInTurn(1, 2), ...traits.saleExtras };
    const authCode = 'A1B2C3';
    const sequences: readonly Sequence[] = [
      // Each field is among the first updates by one identifier: a service may refuse a later update.
      ...WAYS.slice(isSeveral ? 1 : 0).map((by, n) => [
        first(),
        ...rotate(fields, n * UPDATES_REQUIRED).map((field) => update(by, { beside: [field] })),
        sell(by, { authCode }),
      ]),
      [
        // The update by mTxId has the fields of the first call, so that its fee is compared.
        ...[first(), ...inTurn(OTHER_EDIT_NAMES), update('mTxId'), ...ofNicn],
        ...[update('sTxId'), update('both'), sell('mTxId', { authCode })],
        ...AFTER_SALE.map((edit) => update('sTxId', { edit })),
        ...[update(isSeveral ? 'both' : 'sTxId'), sell('sTxId')],
      ],
      [
        ...[first({ named: false }), first({ named: false })],
        ...[update('both', { late: '{m100}' }), update('sTxId'), update('sTxId', { on: 1 })],
        ...[sell('both', { on: 1, late: '{m101}' }), sell('sTxId')],
      ],
      [
        ...[first(), first(), sale(ofTwo, { merchant: role, mayDisturb: true })],
        ...[update('mTxId'), update('mTxId', { on: 1 })],
      ],
    ];
    const { mid } = (isSeveral && deployment.several?.processors.at(-1)) || {};
    const plain = { ...baseline, ...(mid === undefined ? {} : { processor: mid }) };
    const amounts = amountsInTurn(context, { merchant: role, plain });

    return sequences.map((sequence, at) =>
      toScript(sequence, context, { role, amounts, start: at * LENGTH }),
    );
  });
}
