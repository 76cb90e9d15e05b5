/** Sequences of first calls, updates and sales: random ones, those in which services lose identifiers, and each field and edit in each position. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { NAMED_BY, type NamedBy } from '../../../src/exchange/trace.ts';
import { DEPLOYMENT_DEFAULTS } from '../../deployment/deployment.ts';
import type { OptionalField, RuleContext } from '../../rule/context.ts';
import type { MerchantRole } from '../../rule/exchange.ts';
import { UPDATES_REQUIRED } from '../../rule/history.ts';
import { rotate } from '../../rule/lists.ts';
import { mtxidInTurn } from '../../rule/mtxids.ts';
import { amountsInTurn, identifiersBy, senderOf } from '../../rule/patterns/open.ts';
import { fee, type Script, type ScriptCall, sale } from '../../rule/script.ts';

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
interface Naming {
  readonly on?: number;
  readonly by: NamedBy;
  /** The first `mTxId` of a transaction that has none. */
  readonly late?: string;
}

interface Sale extends Naming {
  readonly authCode?: string;
}

export type Command =
  | ({ readonly act: 'first' } & First)
  | ({ readonly act: 'update' } & Naming & Priced)
  | ({ readonly act: 'sale' } & Sale);

/** A transaction as the document says that it is after the calls so far. */
interface Known {
  /** The number of the call that opened it. */
  readonly call: number;
  readonly mTxId: string | undefined;
  readonly merchant: MerchantRole;
  /** It may refuse what follows. */
  isSold: boolean;
  /** Fields of earlier calls: a service may refuse an update without them, or an amount above a total that it keeps. */
  readonly kept: Partial<Pick<FeeRequest, 'country' | 'processor' | 'totalAmount'>>;
}

interface Turns {
  /** The merchant of first calls that name none. */
  readonly role?: MerchantRole;
  /** In US dollars, for each call in turn, from this one on. */
  readonly amounts?: readonly number[];
  readonly start?: number;
}

const NEEDS = 'fee-request/accepts-all-fields-at-once';

/** Writes a sequence call by call. The observers judge the `sTxId`s of the responses. After a sale nothing is expected. */
function createSequence(
  context: RuleContext,
  { role = 'one', amounts = [context.baseline.amount], start = 0 }: Turns = {},
) {
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
  const accepted = (what: string, { beside = [] }: Priced): Partial<ScriptCall> =>
    beside.length > 0 ? { needs: NEEDS, expects: {} } : { expects: { accepted: `an accepted ${what}` } };
  const target = ({ on = 0 }: Naming) => known[on % Math.max(known.length, 1)];
  const identifiers = ({ by, late }: Naming, { call, mTxId = late }: Known) =>
    identifiersBy(mTxId === undefined ? 'sTxId' : by, `{s${call}}`, mTxId);

  return {
    calls,
    /** A call of another kind, after which all is as before. */
    send: (call: ScriptCall) => void calls.push(call),
    first(command: First = {}) {
      const { named = true, several = role === 'several' } = command;
      const { merchant } = senderOf(context, several ? 'several' : 'one');
      const mTxId = named ? mtxidInTurn(known.length, known.length + 1) : undefined;
      const body = { ...feeBody(command, merchant), ...(mTxId === undefined ? {} : { mTxId }) };
      calls.push(fee(body, { merchant, ...accepted('first call', command) }));
      const { country, processor: own, totalAmount } = body;
      const kept = {
        ...(country === undefined ? {} : { country }),
        ...(own === undefined ? {} : { processor: own }),
        ...(totalAmount === undefined ? {} : { totalAmount }),
      };
      known.push({ call: calls.length, mTxId, merchant, isSold: false, kept });
    },
    update(command: Naming & Priced) {
      const one = target(command);
      if (one === undefined) return;
      const { merchant, kept } = one;
      const { edit, late } = command;
      const own = feeBody(command, merchant);
      // In the usual order: other ones are for fee-request/accepts-any-spelling.
      const fields = { ...own, ...kept, ...own };
      const { amount, totalAmount } = fields;
      const isTotal = totalAmount !== undefined && edit === undefined;
      const body = {
        ...fields,
        ...(isTotal && { totalAmount: Math.max(amount, totalAmount) }),
        ...identifiers(command, one),
      };
      // Whether an update may bring an mTxId, and whether it names the transaction afterwards, is a rule of its own.
      const isOpen = one.isSold || late !== undefined;
      const more = edit === undefined ? accepted('update', command) : { mayDisturb: true as const };
      calls.push(fee(body, { merchant, ...(isOpen ? {} : more) }));
      if (isTotal && !isOpen)
        known[known.indexOf(one)] = { ...one, kept: { ...kept, totalAmount: body.totalAmount as number } };
    },
    sale(command: Sale) {
      const one = target(command);
      if (one === undefined) return;
      const { authCode } = command;
      const body = {
        ...identifiers(command, one),
        ...traits.saleExtras,
        ...(authCode === undefined ? {} : { authCode }),
      };
      calls.push(sale(body, { merchant: one.merchant, ...(one.isSold ? {} : accepted('sale', {})) }));
      one.isSold = true;
    },
  };
}

type Sequence = ReturnType<typeof createSequence>;

export function toScript(commands: readonly Command[], context: RuleContext): Script {
  const sequence = createSequence(context);
  for (const command of commands) {
    if (command.act === 'first') sequence.first(command);
    else if (command.act === 'update') sequence.update(command);
    else sequence.sale(command);
  }

  return { calls: sequence.calls };
}

export function randomCommand({ data, deployment }: RuleContext): fc.Arbitrary<Command> {
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
  ) as fc.Arbitrary<Command>;
}

function fieldsOf(optional: object): readonly OptionalField[] {
  return (Object.keys(optional) as OptionalField[]).filter((name) => name !== 'mTxId');
}

const WAYS: readonly NamedBy[] = ['mTxId', 'sTxId', 'both'];
const RENAMES =
  'this deployment refuses an update with another mTxId, or has it decide which transaction is meant';
const SELLS_NONE = 'a sale of no transaction was not refused';

/** The sequences in which services lose identifiers most often. */
export function riskySequences(context: RuleContext): readonly Script[] {
  const { baseline, traits } = context;
  const merchant = 'one';
  const sale7 = (by: NamedBy, sTxId: string, mTxId?: string) =>
    sale(
      { ...identifiersBy(by, sTxId, mTxId), ...traits.saleExtras, authCode: 7 },
      { merchant, mayDisturb: true },
    );
  const sequences: readonly ((sequence: Sequence) => void)[] = [
    ({ first, update, sale }) => {
      first();
      update({ by: 'sTxId' });
      update({ by: 'mTxId' });
      sale({ by: 'mTxId' });
    },
    ({ first, update, sale }) => {
      first();
      first();
      update({ by: 'mTxId' });
      update({ on: 1, by: 'sTxId' });
      update({ by: 'sTxId' });
      update({ on: 1, by: 'mTxId' });
      sale({ on: 1, by: 'both' });
      sale({ by: 'sTxId' });
    },
    ({ first, update, sale }) => {
      first();
      for (const by of ['both', 'mTxId', 'sTxId', 'mTxId'] as const) update({ by });
      sale({ by: 'sTxId' });
    },
    // The mTxId may take precedence over the sTxId, but then from the first time on.
    ({ first, send }) => {
      const renamed = (mTxId: string) => ({ ...baseline, sTxId: '{s1}', mTxId });
      first();
      send(fee(renamed('{m201}'), { merchant, mayForget: RENAMES }));
      send(fee(renamed('{m202}'), { merchant, mayBeRefused: RENAMES, expects: { sTxIdOf: 1 } }));
    },
    ({ first, update, sale }) => {
      first();
      first();
      sale({ by: 'mTxId' });
      sale({ by: 'mTxId' });
      update({ on: 1, by: 'mTxId' });
      sale({ on: 1, by: 'mTxId' });
    },
    // Refused calls change nothing.
    ({ first, update, sale: sell, send }) => {
      const wrong = (edit: EditName) => {
        const mayBeAccepted = `a first call (${edit}) was not refused`;
        send(fee({ ...baseline, ...EDITS[edit](baseline), mTxId: '{m1}' }, { merchant, mayBeAccepted }));
      };
      send(sale({ mTxId: '{m1}' }, { mayBeAccepted: SELLS_NONE }));
      wrong('five digits');
      wrong('amount: text');
      first();
      send(fee({ ...baseline, sTxId: '{s4}' }, { merchant, variant: { credential: 'none' } }));
      update({ by: 'mTxId' });
      for (const by of WAYS) send(sale7(by, '{s4}'));
      send(sale({ authCode: 'A1B2C3' }, { mayBeAccepted: SELLS_NONE }));
      sell({ by: 'mTxId' });
    },
    ({ first, send }) => {
      const what = 'a new sTxId: the earlier call with that mTxId was refused';
      const expects = { accepted: 'an accepted first call', otherThan: { call: 1, what } };
      const mTxId = '{m100}';
      first({ named: false });
      send(
        fee({ ...baseline, ...EDITS['nine digits'](), sTxId: '{s1}', mTxId }, { merchant, mayDisturb: true }),
      );
      send(sale7('both', '{s1}', mTxId));
      send(fee({ ...baseline, mTxId }, { merchant, expects }));
    },
  ];

  return sequences.map((write) => {
    const sequence = createSequence(context);
    write(sequence);

    return { calls: sequence.calls };
  });
}

/** Calls of most sequences. */
const LENGTH = 7;

/** Each optional field and each refused edit in an update by each identifier, for both merchants, then sales. */
export function positions(context: RuleContext): readonly Script[] {
  const { baseline, data, deployment, traits } = context;
  const fields = fieldsOf(data.optional);
  const roles: readonly MerchantRole[] = deployment.several === undefined ? ['one'] : ['one', 'several'];

  return roles.flatMap((role) => {
    // The rules on nicn try most edits by one identifier.
    const isSeveral = role === 'several';
    const inTurn = (names: readonly EditName[]) =>
      names.map((edit, n) => ({ by: WAYS[n % WAYS.length] ?? 'sTxId', edit }));
    const edits = isSeveral
      ? inTurn(EDIT_NAMES)
      : [
          ...NICN_EDIT_NAMES.map((edit) => ({ by: 'both', edit }) as const),
          ...WAYS.map((by) => ({ by, edit: 'a card number' }) as const),
          ...inTurn(OTHER_EDIT_NAMES),
        ];
    const sequences: readonly ((sequence: Sequence) => void)[] = [
      // Each field is among the first updates by one identifier: a service may refuse a later update.
      ...WAYS.slice(isSeveral ? 1 : 0).map((by, n) => ({ first, update, sale }: Sequence) => {
        first();
        for (const field of rotate(fields, n * UPDATES_REQUIRED)) update({ by, beside: [field] });
        sale({ by, authCode: 'A1B2C3' });
      }),
      ({ first, update, sale }) => {
        first();
        for (const edit of edits) update(edit);
        for (const by of WAYS) update({ by });
        sale({ by: 'mTxId', authCode: 'A1B2C3' });
        for (const edit of AFTER_SALE) update({ by: 'sTxId', edit });
        update({ by: isSeveral ? 'both' : 'sTxId' });
        sale({ by: 'sTxId' });
      },
      ({ first, update, sale }) => {
        first({ named: false });
        first({ named: false });
        update({ by: 'both', late: '{m100}' });
        update({ by: 'sTxId' });
        update({ on: 1, by: 'sTxId' });
        sale({ on: 1, by: 'both', late: '{m101}' });
        sale({ by: 'sTxId' });
      },
      ({ first, update, send }) => {
        first();
        first();
        // A sale that names two transactions may sell either.
        const ofTwo = { sTxId: '{s1}', mTxId: mtxidInTurn(1, 2), ...traits.saleExtras };
        send(sale(ofTwo, { merchant: role, mayDisturb: true }));
        update({ by: 'mTxId' });
        update({ on: 1, by: 'mTxId' });
      },
    ];
    const { mid } = (isSeveral && deployment.several?.processors.at(-1)) || {};
    const plain = { ...baseline, ...(mid === undefined ? {} : { processor: mid }) };
    const amounts = amountsInTurn(context, { merchant: role, plain });

    return sequences.map((write, at) => {
      const sequence = createSequence(context, { role, amounts, start: at * LENGTH });
      write(sequence);

      return { calls: sequence.calls };
    });
  });
}
