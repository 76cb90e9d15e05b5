/** Choices about transactions: the form of their identifiers, updates, and repeated sales. */
import type { FeeRequest, OperationId, Violation } from '../../../contract/types.ts';
import type { QuoteRequest } from '../../../engine/index.ts';
import { hasIdentifier } from '../../../ledger/accounts.ts';
import {
  type Identifiers,
  type Ledger,
  type NotFound,
  type Transaction,
  wrapLedger,
} from '../../../ledger/ledger.ts';
import type { Behavior } from '../../behavior.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Fields, MerchantCall } from '../../request.ts';
import { accepted, type HandlerOutcome } from '../../response.ts';
import type { ChoiceBehaviors } from './choice.ts';
import { STXID_FORMS, withStxidForm } from './stxid-forms.ts';

export const TRANSACTION_CHOICES = {
  'stxid-form': (form) => ({ ledger: (ledger) => withStxidForm(ledger, STXID_FORMS[form]) }),

  'unknown-stxid-on-fee': {
    open: retry('unknown', ['record'], ({ mTxId }) => ({ mTxId })),
  },

  'mismatched-identifiers': {
    'stxid-decides': retry('mismatched', ['record', 'attach', 'find'], ({ sTxId }) => ({ sTxId })),
  },

  'partial-update': {
    keep: completeUpdates(),
  },

  'update-after-sale': {
    keep: answerSome('calculateFee', (transaction, call) =>
      hasSale(transaction) && isPriced(call)
        ? accepted({ transactionFee: transaction.fee, sTxId: transaction.sTxId, message: 'ok' })
        : undefined,
    ),
    refuse: answerSome('calculateFee', (transaction, call) =>
      hasSale(transaction) && isPriced(call) ? refuseSold(call.fields) : undefined,
    ),
  },

  'update-to-another-card': {
    refuse: answerSome('calculateFee', ({ request }, { fields }) =>
      request.nicn === fields['nicn'] ? undefined : refuseCard(request.nicn, String(fields['nicn'])),
    ),
  },

  'second-sale': {
    keep: answerSome('attachSale', (transaction) =>
      hasSale(transaction) ? accepted({ sTxId: transaction.sTxId }) : undefined,
    ),
    refuse: answerSome('attachSale', (transaction, { fields }) =>
      hasSale(transaction) ? refuseSold(fields) : undefined,
    ),
  },
} satisfies Partial<ChoiceBehaviors>;

type LedgerOperation = 'record' | 'attach' | 'find';

/** Calls operations of the ledger again, by other identifiers, where they fail for this reason. */
function retry(
  reason: NotFound['kind'],
  operations: readonly LedgerOperation[],
  otherwise: (by: Identifiers) => Identifiers,
): Behavior {
  const wrap =
    (ledger: Ledger, operation: LedgerOperation) =>
    async (merchant: string, by: Identifiers, detail: never) => {
      const first = await ledger[operation](merchant, by, detail);

      return first.kind === reason ? ledger[operation](merchant, otherwise(by), detail) : first;
    };

  return {
    ledger: (ledger) =>
      wrapLedger(ledger, Object.fromEntries(operations.map((one) => [one, wrap(ledger, one)]))),
  };
}

/** @param answer the outcome of a call about this transaction; undefined leaves the call to the handler */
function answerSome(
  operation: OperationId,
  answer: (transaction: Transaction, call: MerchantCall) => HandlerOutcome | undefined,
): Behavior {
  return {
    async handle(fields, next, call) {
      if (call.operation !== operation || !hasIdentifier(fields)) return next(fields);
      const { ledger, merchant } = call.context;
      const found = await ledger.find(merchant.name, fields);
      const outcome = found.kind === 'found' ? answer(found.transaction, { ...call, fields }) : undefined;

      return outcome ?? next(fields);
    },
  };
}

function hasSale({ sale }: Transaction): boolean {
  return sale !== undefined;
}

/** A request that the engine refuses is refused for that reason, whether there was a sale or not. */
function isPriced({ fields, context: { engine, today } }: MerchantCall): boolean {
  return engine.quote(fields as unknown as FeeRequest, today()).kind === 'quoted';
}

function refuseSold(by: Identifiers): Refusal {
  return refuse('content-refused', [
    {
      section: '3',
      pointer: by.sTxId === undefined ? '/mTxId' : '/sTxId',
      expected: 'a transaction without a sale',
      got: 'one with a sale',
    },
  ]);
}

function refuseCard(expected: string, got: string): Refusal {
  return refuse('content-refused', [
    { section: '4.1', pointer: '/nicn', expected: `the card of the transaction, ${expected}`, got },
  ]);
}

/** Accepts updates without some required fields, which keep their values. */
function completeUpdates(): Behavior {
  const isUpdate = ({ operation, fields }: MerchantCall) =>
    operation === 'calculateFee' && hasIdentifier(fields);

  return {
    validate: (violations, call) => (isUpdate(call) && violations.every(isMissing) ? [] : violations),
    async handle(fields, next, call) {
      const missing = call.violations.filter(isMissing);
      if (missing.length === 0 || !isUpdate({ ...call, fields })) return next(fields);
      const { ledger, merchant } = call.context;
      const found = await ledger.find(merchant.name, fields);

      return found.kind === 'found'
        ? next({ ...keptFields(found.transaction.request, fields), ...fields })
        : refuse('content-refused', missing);
    },
  };
}

function isMissing({ pointer, got }: Violation): boolean {
  return got === 'nothing' && ['/amount', '/nicn', '/region'].includes(pointer);
}

/** Region and country stay together: the meaning of a region depends on its country. */
function keptFields({ amount, nicn, region, country }: QuoteRequest, request: Fields) {
  const keepsCountry =
    request['region'] === undefined && request['country'] === undefined && country !== undefined;

  return { amount, nicn, region, ...(keepsCountry && { country }) };
}
