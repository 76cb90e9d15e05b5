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

function continued(before: Sequence, command: SequenceCommand, context: RuleContext): Sequence {
  switch (command.act) {
    case 'first':
      return withFirst(command, before, context);
    case 'update':
      return withUpdate(command, before, context);
    case 'sale':
      return withSale(command, before, context);
  }
}

type First = Extract<SequenceCommand, { readonly act: 'first' }>;
type Update = Extract<SequenceCommand, { readonly act: 'update' }>;
type SaleCommand = Extract<SequenceCommand, { readonly act: 'sale' }>;

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

function withUpdate(command: Update, sequence: Sequence, context: RuleContext): Sequence {
  const { calls, known } = sequence;
  const named = targetOf(command, known);
  if (named === undefined) return sequence;
  const { number, target, mTxId } = named;
  const { merchant } = target;
  const { renames, edit, credential } = command;
  const another = renames === undefined ? undefined : `{m${LATER + renames}}`;
  const identifiers = identifiersBy(
    mTxId === undefined ? 'sTxId' : command.by,
    `{s${target.call}}`,
    another ?? mTxId,
  );
  const body = updateBody(command, target, context);
  const next = (after: KnownTransaction, more: Partial<ScriptCall> = {}): Sequence => ({
    calls: [...calls, fee({ ...body, ...identifiers }, { merchant, ...more })],
    known: known.with(number, after),
  });
  if (credential !== undefined) return next(target, { variant: { credential } });
  if (target.isSold) return next(target);
  if (edit !== undefined) return next({ ...target, ...refusedBy(target, mTxId) }, { mayDisturb: true });
  // The mTxId may take precedence over the sTxId, but then from the first time on.
  if (another !== undefined)
    return next(
      { ...target, isRenamed: true },
      target.isRenamed
        ? { mayBeRefused: RENAMES, expects: { sTxIdOf: target.call } }
        : { mayForget: RENAMES },
    );
  const { totalAmount } = body;
  const { refusedMtxid: _, ...others } = target;
  const after = {
    ...others,
    kept: { ...target.kept, ...(totalAmount === undefined ? {} : { totalAmount }) },
  };

  // Whether an update may bring an mTxId, and whether it names the transaction afterwards, is a rule of its own.
  return command.names ? next(target) : next(after, acceptedAs('an accepted update', command));
}

function withSale(command: SaleCommand, sequence: Sequence, context: RuleContext): Sequence {
  const { calls, known } = sequence;
  if (command.instead !== undefined) {
    const body =
      command.instead === 'nothing'
        ? { authCode: 'A1B2C3' }
        : { mTxId: mtxidInTurn(known.length, known.length + 1) };

    return {
      known,
      calls: [...calls, sale(body, { mayBeAccepted: 'a sale of no transaction was not refused' })],
    };
  }
  const named = targetOf(command, known);
  if (named === undefined) return sequence;
  const { number, target, mTxId } = named;
  const { merchant } = target;
  const other = command.mTxIdOf === undefined ? undefined : known[command.mTxIdOf];
  const identifiers = identifiersBy(
    mTxId === undefined ? 'sTxId' : command.by,
    `{s${target.call}}`,
    other?.mTxId ?? mTxId,
  );
  const body = { ...identifiers, ...context.traits.saleExtras, ...authCodeOf(command) };
  const next = (after: KnownTransaction, more: Partial<ScriptCall> = {}): Sequence => ({
    calls: [...calls, sale(body, { merchant, ...more })],
    known: known.with(number, after),
  });
  if (target.isSold) return next(target);
  // A sale that names two transactions may sell either.
  if (other !== undefined || command.authCode === 'number')
    return next({ ...target, ...refusedBy(target, mTxId) }, { mayDisturb: true });

  return next({ ...target, isSold: true }, { expects: { accepted: 'an accepted sale' } });
}

/** The transaction that a command names, and the `mTxId` that it has or gets. */
function targetOf({ on, names }: Update | SaleCommand, known: readonly KnownTransaction[]) {
  const number = on % Math.max(known.length, 1);
  const target = known[number];
  const mTxId = target?.mTxId ?? (names ? `{m${LATE + number}}` : undefined);

  return target && { number, target, mTxId };
}

function refusedBy(
  target: KnownTransaction,
  mTxId: string | undefined,
): Pick<KnownTransaction, 'refusedMtxid'> {
  return target.mTxId === undefined && mTxId !== undefined ? { refusedMtxid: mTxId } : {};
}

function acceptedAs(
  accepted: string,
  { beside = [] }: First | Update,
  expects: ScriptCall['expects'] = {},
): Pick<ScriptCall, 'needs' | 'expects'> {
  return beside.length > 0 ? { needs: ALL_FIELDS, expects } : { expects: { accepted, ...expects } };
}

function authCodeOf({ authCode }: SaleCommand): object {
  return authCode === undefined ? {} : { authCode: authCode === 'number' ? 7 : 'A1B2C3' };
}

function keptOf({ country, processor, totalAmount }: FeeRequest): KnownTransaction['kept'] {
  return {
    ...(country === undefined ? {} : { country }),
    ...(processor === undefined ? {} : { processor }),
    ...(totalAmount === undefined ? {} : { totalAmount }),
  };
}

/** The fields of an update, with those that its transaction has kept. */
function updateBody(
  command: Extract<SequenceCommand, { readonly act: 'update' }>,
  { kept, merchant }: KnownTransaction,
  context: RuleContext,
): FeeRequest {
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
  command: Exclude<SequenceCommand, { readonly act: 'sale' }>,
  merchant: MerchantRole,
  { baseline, data: { optional }, deployment }: RuleContext,
): FeeRequest {
  const { amount, beside = [] } = command;
  const processor = deployment.several?.processors[0]?.mid;
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
