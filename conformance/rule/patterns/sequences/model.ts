/** The model of a sequence: which transactions its commands open, what each command sends, and what must be accepted. */
import type { FeeRequest } from '../../../../src/contract/types.ts';
import type { RuleContext } from '../../context.ts';
import type { MerchantRole } from '../../exchange.ts';
import { mtxidInTurn } from '../../mtxids.ts';
import { fee, type Script, type ScriptCall, sale } from '../../script.ts';
import { identifiersBy, senderOf } from '../open.ts';
import { EDITS, type SequenceCommand } from './commands.ts';

/** A transaction of the model, where each command is answered as the document says. */
interface KnownTransaction {
  /** The number of the call that opened it. */
  readonly call: number;
  readonly mTxId: string | undefined;
  readonly merchant: MerchantRole;
  /** It may refuse what follows. */
  readonly isSold: boolean;
  /** Fields of earlier calls: a service may refuse an update without them, or an amount above a total that it keeps. */
  readonly kept: Pick<FeeRequest, 'country' | 'processor' | 'totalAmount'>;
  /** Whether an update with another `mTxId` was sent for it. */
  readonly isRenamed?: true;
  /** The `mTxId` of a refused call, which it must not have got. */
  readonly refusedMtxid?: string;
}

interface Sequence {
  readonly calls: readonly ScriptCall[];
  readonly known: readonly KnownTransaction[];
}

/** Numbers of the placeholders for `mTxId`s that are first sent in a later call. */
const LATE = 100;
const LATER = 200;

const ALL_FIELDS = 'fee-request/accepts-all-fields-at-once';
const RENAMES =
  'this deployment refuses an update with another mTxId, or has it decide which transaction is meant';

/** The observers judge the `sTxId`s of the responses. After a sale nothing is expected. */
export function toScript(commands: readonly SequenceCommand[], context: RuleContext): Script {
  const start: Sequence = { calls: [], known: [] };
  const { calls } = commands.reduce((before, command) => continued(before, command, context), start);

  return { calls };
}

/** A call that names a transaction, and the transaction after it. */
interface Continued {
  readonly call: ScriptCall;
  readonly after: KnownTransaction;
}

type First = Extract<SequenceCommand, { readonly act: 'first' }>;
type Update = Extract<SequenceCommand, { readonly act: 'update' }>;
type SaleCommand = Extract<SequenceCommand, { readonly act: 'sale' }>;

function continued(sequence: Sequence, command: SequenceCommand, context: RuleContext): Sequence {
  const { calls, known } = sequence;
  if (command.act === 'first') return withFirst(command, sequence, context);
  if (command.act === 'sale' && command.instead !== undefined)
    return { known, calls: [...calls, saleOfNone(command.instead, known.length)] };
  const number = command.on % Math.max(known.length, 1);
  const target = known[number];
  if (target === undefined) return sequence;
  /** That it has or gets. */
  const mTxId = target.mTxId ?? (command.names ? `{m${LATE + number}}` : undefined);
  const { call, after } =
    command.act === 'update'
      ? updateOf(command, target, mTxId, context)
      : saleOf(command, target, mTxId, known, context);

  return { calls: [...calls, call], known: known.with(number, after) };
}

function withFirst(command: First, { calls, known }: Sequence, context: RuleContext): Sequence {
  const taken = command.takes === undefined ? undefined : known[command.takes];
  const mTxId =
    taken?.refusedMtxid ?? (command.named ? mtxidInTurn(known.length, known.length + 1) : undefined);
  const { merchant } = senderOf(context, command.several ? 'several' : 'one');
  const body = { ...feeBody(command, merchant, context), ...(mTxId === undefined ? {} : { mTxId }) };
  const call = (more: Partial<ScriptCall>) => [...calls, fee(body, { merchant, ...more })];
  if (command.edit !== undefined)
    return { known, calls: call({ mayBeAccepted: `a first call (${command.edit}) was not refused` }) };
  const otherThan = taken && {
    call: taken.call,
    what: 'a new sTxId: the earlier call with that mTxId was refused',
  };

  return {
    known: [...known, { call: calls.length + 1, mTxId, merchant, isSold: false, kept: keptOf(body) }],
    calls: call(acceptedAs('an accepted first call', command, otherThan && { otherThan })),
  };
}

function updateOf(
  command: Update,
  target: KnownTransaction,
  mTxId: string | undefined,
  context: RuleContext,
): Continued {
  const { renames, edit, credential } = command;
  const { merchant, kept } = target;
  const another = renames === undefined ? undefined : `{m${LATER + renames}}`;
  const fields = updateBody(command, target, context);
  const body = { ...fields, ...identifiersOf(command, target, mTxId, another) };
  const sent = (more: Partial<ScriptCall> = {}, after = target): Continued => {
    return { call: fee(body, { merchant, ...more }), after };
  };
  if (credential !== undefined) return sent({ variant: { credential } });
  if (target.isSold) return sent();
  if (edit !== undefined) return sent({ mayDisturb: true }, refusedBy(target, mTxId));
  // The mTxId may take precedence over the sTxId, but then from the first time on.
  if (another !== undefined)
    return sent(
      target.isRenamed
        ? { mayBeRefused: RENAMES, expects: { sTxIdOf: target.call } }
        : { mayForget: RENAMES },
      { ...target, isRenamed: true },
    );
  // Whether an update may bring an mTxId, and whether it names the transaction afterwards, is a rule of its own.
  if (command.names) return sent();
  const { totalAmount } = fields;
  const { refusedMtxid: _, ...others } = target;

  return sent(acceptedAs('an accepted update', command), {
    ...others,
    kept: { ...kept, ...(totalAmount === undefined ? {} : { totalAmount }) },
  });
}

function saleOf(
  command: SaleCommand,
  target: KnownTransaction,
  mTxId: string | undefined,
  known: readonly KnownTransaction[],
  context: RuleContext,
): Continued {
  const { mTxIdOf, authCode } = command;
  const other = mTxIdOf === undefined ? undefined : known[mTxIdOf];
  const body = {
    ...identifiersOf(command, target, mTxId, other?.mTxId),
    ...context.traits.saleExtras,
    ...(authCode === undefined ? {} : { authCode: authCode === 'number' ? 7 : 'A1B2C3' }),
  };
  const sent = (more: Partial<ScriptCall> = {}, after = target): Continued => {
    return { call: sale(body, { merchant: target.merchant, ...more }), after };
  };
  if (target.isSold) return sent();
  // A sale that names two transactions may sell either.
  if (other !== undefined || authCode === 'number')
    return sent({ mayDisturb: true }, refusedBy(target, mTxId));

  return sent({ expects: { accepted: 'an accepted sale' } }, { ...target, isSold: true });
}

function saleOfNone(instead: 'nothing' | 'next mTxId', count: number): ScriptCall {
  const body = instead === 'nothing' ? { authCode: 'A1B2C3' } : { mTxId: mtxidInTurn(count, count + 1) };

  return sale(body, { mayBeAccepted: 'a sale of no transaction was not refused' });
}

/** @param another an `mTxId` in place of its own */
function identifiersOf(
  { by }: Update | SaleCommand,
  { call }: KnownTransaction,
  mTxId: string | undefined,
  another: string | undefined,
) {
  return identifiersBy(mTxId === undefined ? 'sTxId' : by, `{s${call}}`, another ?? mTxId);
}

/** The transaction after a refused call that tried to give it this `mTxId`. */
function refusedBy(target: KnownTransaction, mTxId: string | undefined): KnownTransaction {
  return target.mTxId === undefined && mTxId !== undefined ? { ...target, refusedMtxid: mTxId } : target;
}

function acceptedAs(
  accepted: string,
  { beside = [] }: First | Update,
  expects: ScriptCall['expects'] = {},
): Pick<ScriptCall, 'needs' | 'expects'> {
  return beside.length > 0 ? { needs: ALL_FIELDS, expects } : { expects: { accepted, ...expects } };
}

function keptOf({ country, processor, totalAmount }: FeeRequest): KnownTransaction['kept'] {
  return {
    ...(country === undefined ? {} : { country }),
    ...(processor === undefined ? {} : { processor }),
    ...(totalAmount === undefined ? {} : { totalAmount }),
  };
}

/** The fields of an update, with those that its transaction has kept. */
function updateBody(command: Update, { kept, merchant }: KnownTransaction, context: RuleContext): FeeRequest {
  const fields = feeBody(command, merchant, context);
  // In the usual order: other ones are for fee-request/accepts-any-spelling.
  const body = { ...fields, ...kept, ...fields };
  const { amount, totalAmount } = body;

  return totalAmount === undefined || command.edit !== undefined
    ? body
    : { ...body, totalAmount: Math.max(amount, totalAmount) };
}

/** The baseline with the amount, the optional fields and the edit of a command. */
function feeBody(
  command: First | Update,
  merchant: MerchantRole,
  { baseline, data: { optional }, deployment }: RuleContext,
): FeeRequest {
  const { amount, beside = [] } = command;
  // Other rules send most calls of the first one.
  const processor = deployment.several?.processors.at(-1)?.mid;
  const edit = 'edit' in command && command.edit !== undefined ? EDITS[command.edit] : undefined;
  const { totalAmount = 0, ...fields } = Object.fromEntries(
    beside.filter((name) => name in optional).map((name) => [name, optional[name]]),
  ) as typeof optional;

  const body = {
    ...baseline,
    amount,
    ...fields,
    // More than the amount of any later update, as a service may keep it where an update has none.
    ...(totalAmount === 0 ? {} : { totalAmount: deployment.amounts.max }),
    ...(merchant === 'several' && processor !== undefined ? { processor } : {}),
  };

  return edit === undefined ? body : ({ ...body, ...edit(body) } as FeeRequest);
}
