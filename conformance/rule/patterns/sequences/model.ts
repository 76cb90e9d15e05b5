/** The model of a sequence: the transactions that its commands have opened, and what each command sends. */
import type { FeeRequest } from '../../../../src/contract/types.ts';
import {
  assertAccepted,
  assertAnswered,
  assertNamesTransaction,
  requireAccepted,
  stxidOf,
} from '../../assertions.ts';
import type { RuleContext } from '../../context.ts';
import type { Conversation } from '../../conversation.ts';
import type { Exchange, MerchantRole } from '../../exchange.ts';
import { NotJudged, RuleBroken } from '../../failure.ts';
import { callsAs, identifiersBy } from '../open.ts';
import { requireUpdate } from '../plain-calls.ts';
import { type Command, EDITS } from './commands.ts';

/** A transaction of the model. */
export interface Known {
  readonly sTxId: string;
  readonly mTxId: string | undefined;
  readonly merchant: MerchantRole;
  /** Whether it was sold, or updated by a call that other rules expect to be refused: it may refuse what follows. */
  readonly isSold: boolean;
  /** Fields of earlier calls: a service may refuse an update without them, or an amount above a total that it keeps. */
  readonly kept: Pick<FeeRequest, 'country' | 'processor' | 'totalAmount'>;
  /** Whether an update with another `mTxId` was accepted for it. */
  readonly isRenamed?: true;
  /** The `mTxId` of a refused call, which it must not have got; undefined once a call with it was accepted. */
  readonly refusedMtxid?: string;
}

/** The rule that judges the amounts of calls. */
const AMOUNTS = 'fee-request/accepts-decimal-amounts';

/** Numbers of the placeholders for `mTxId`s that are first sent in a later call. */
const LATE = 100;
const LATER = 200;

/** Sends a command, and returns the model after it. The observers judge the `sTxId` of the response. */
export async function perform(
  command: Command,
  known: readonly Known[],
  { fee, sale }: Conversation,
  context: RuleContext,
): Promise<readonly Known[]> {
  const next = `{m${known.length + 1}}`;
  if (command.act === 'first') {
    const taken = command.takes === undefined ? undefined : known[command.takes];
    const refusedMtxid = taken?.refusedMtxid;
    // The earlier call was not refused, or there was none.
    if (command.takes !== undefined && refusedMtxid === undefined) return known;
    const mTxId = refusedMtxid ?? (command.named ? next : undefined);
    const merchant = command.several && context.deployment.several !== undefined ? 'several' : 'one';
    const body = { ...feeBody(command, merchant, context), ...(mTxId === undefined ? {} : { mTxId }) };
    const exchange = await fee(body, { merchant });
    if (command.edit !== undefined) {
      requireRefusal(exchange, `a first call (${command.edit})`);

      return known;
    }
    if (command.beside !== undefined && command.beside.length > 0)
      requireAccepted(exchange, 'fee-request/accepts-all-fields-at-once');
    else {
      if (exchange.outcome.kind === 'refused' && command.amount !== context.baseline.amount)
        requireAccepted(await fee(feeBody(command, merchant, context), { merchant }), AMOUNTS);
      assertAccepted(exchange, 'an accepted first call');
    }
    if (taken !== undefined && exchange.given === taken.sTxId)
      throw new RuleBroken(
        'a new sTxId: the earlier call with that mTxId was refused',
        JSON.stringify(taken.sTxId),
        'plain',
        exchange,
      );

    return [...known, { sTxId: stxidOf(exchange), mTxId, merchant, isSold: false, kept: keptOf(body) }];
  }
  if (command.act === 'sale' && command.instead !== undefined) {
    const body = command.instead === 'nothing' ? { authCode: 'A1B2C3' } : { mTxId: next };
    requireRefusal(await sale(body), 'a sale of no transaction');

    return known;
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
  const exchange = await (isSaleCommand
    ? sale({ ...identifiers, ...context.traits.saleExtras, ...authCodeOf(command) }, { merchant })
    : fee(
        { ...updateBody(command, target, context), ...identifiers },
        { merchant, ...credentialOf(command) },
      ));
  if (!isSaleCommand && command.credential !== undefined) return known;
  assertAnswered(exchange);
  // Whether a sold transaction can be updated or sold again is a choice.
  if (target.isSold) return known;
  const isRefused = exchange.outcome.kind === 'refused';
  const refusedMtxid =
    target.mTxId === undefined && mTxId !== undefined ? { refusedMtxid: mTxId } : undefined;
  // What an accepted one has left behind may have later updates refused.
  if (!isSaleCommand && command.edit !== undefined)
    return known.with(number, { ...target, ...(isRefused ? refusedMtxid : { isSold: true }) });
  const isOpen =
    other !== undefined || another !== undefined || (isSaleCommand && command.authCode === 'number');
  if (isRefused && isOpen) return known.with(number, { ...target, ...refusedMtxid });
  // A sale that names two transactions may sell either.
  if (other !== undefined)
    return known.map((one) => ({ ...one, isSold: one.isSold || one === target || one === other }));
  if (another !== undefined) {
    // The mTxId may take precedence over the sTxId, but then from the first time on.
    if (target.isRenamed) assertNamesTransaction(exchange, sTxId);

    return exchange.given === sTxId ? known.with(number, { ...target, isRenamed: true }) : known;
  }
  if (!isSaleCommand && command.names && isRefused) return known;
  if (!isSaleCommand && command.beside !== undefined && command.beside.length > 0)
    requireAccepted(exchange, 'fee-request/accepts-all-fields-at-once');
  else {
    // If it is refused on a new transaction too, the refusal is not about sequences.
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

  // Whether a late mTxId names the transaction afterwards is a rule of its own.
  const { refusedMtxid: _, ...others } = target;

  return known.with(number, { ...others, isSold: isSaleCommand, kept });
}

/** @throws NotJudged where a call is accepted that other rules expect to be refused */
function requireRefusal(exchange: Exchange, what: string): void {
  assertAnswered(exchange);
  if (exchange.outcome.kind !== 'refused') throw new NotJudged(`${what} was not refused`);
}

function authCodeOf({ authCode }: Extract<Command, { readonly act: 'sale' }>): object {
  return authCode === undefined ? {} : { authCode: authCode === 'number' ? 7 : 'A1B2C3' };
}

function credentialOf({ credential }: Extract<Command, { readonly act: 'update' }>) {
  return credential === undefined ? {} : { credential };
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

  return totalAmount === undefined || command.edit !== undefined
    ? body
    : { ...body, totalAmount: Math.max(amount, totalAmount) };
}

/** The baseline with the amount, the optional fields and the edit of a command. */
function feeBody(
  command: Exclude<Command, { readonly act: 'sale' }>,
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
