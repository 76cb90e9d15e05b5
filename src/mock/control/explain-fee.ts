/** Explains a fee line by line: calculates it again, with the current merchant for the day of the call. */
import { pathOf } from '../../contract/operations.ts';
import { findExchange } from '../../control/journal.ts';
import { ControlRefusal, reply } from '../../control/routes.ts';
import { type Day, dayOf, type Explanation, explain, type QuoteRequest } from '../../engine/index.ts';
import { requestJson, splitUrl } from '../../exchange/exchange.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import { maskText, maskValue } from '../../text/mask.ts';
import { type HandlerContext, memberOf } from '../request.ts';
import type { ControlContext, MockHandler } from './context.ts';

interface ExplainedFee {
  /** The calculation of the fee, with a masked card. */
  readonly explanation?: Omit<Explanation, 'card'> & { readonly card: unknown };
  /** Why the explanation is missing, or differs from the fee. */
  readonly unexplained?: string;
}

/** @param fee in US dollars, as it was answered */
export function explainFee(
  { engine }: Pick<HandlerContext, 'engine'>,
  {
    request,
    fee,
    day,
  }: { readonly request: QuoteRequest; readonly fee: number; readonly day: Day | undefined },
): ExplainedFee {
  const quote = engine.quote(request, day);
  if (quote.kind === 'refused') {
    const reasons = quote.reasons.map(({ field, expected }) => `${field}: expected ${expected}`);

    return { unexplained: `the current merchant would refuse it: ${reasons.join('; ')}` };
  }
  const explained = explain(quote);
  const { card, amount, totalAmount, lines, limits } = explained;
  // The notes repeat the amount, which may be a card number in the wrong field.
  const masked = <One extends { readonly note: string }>(one: One) => ({ ...one, note: maskText(one.note) });
  const explanation = {
    ...explained,
    card: maskValue(card),
    amount: maskText(amount),
    ...(totalAmount === undefined ? {} : { totalAmount: maskText(totalAmount) }),
    lines: lines.map(masked),
    limits: limits.map(masked),
  };
  if (quote.transactionFee === fee) return { explanation };

  return {
    explanation,
    unexplained: `the fee was ${fee}, the current merchant's is ${quote.transactionFee}: the merchant has changed, or a fault, choice or defect is on`,
  };
}

export const explainEntry: MockHandler = async ({ parameters: { requestId } }, context) => {
  const exchange = findExchange(requestId, context);
  const fee = feeOf(exchange);
  if (fee === undefined)
    throw new ControlRefusal('not-found', `the response of ${requestId}: expected one with a fee, got none`);

  return reply({ requestId, transactionFee: fee, ...(await explainExchange(exchange, fee, context)) });
};

/** The fee in the response, in US dollars. */
function feeOf({ request, response }: RecordedExchange): number | undefined {
  if (splitUrl(request).path !== pathOf('calculateFee')) return undefined;
  const body = requestJson(response);
  const fee = memberOf(body, 'transactionFee');

  return typeof fee === 'number' && memberOf(body, 'message') === 'ok' ? fee : undefined;
}

/** From the request alone: the transaction in the ledger has the fee of its last call. */
async function explainExchange(
  { request, merchant, startedAt }: RecordedExchange,
  fee: number,
  { merchantContexts, preview }: ControlContext,
): Promise<ExplainedFee> {
  if (request.bodyLength !== undefined)
    return { unexplained: 'the journal kept only the beginning of the request' };
  const own = merchantContexts().find((one) => one.merchant.name === merchant);
  if (own === undefined) return { unexplained: `the mock has no merchant ${merchant} any more` };
  const body = requestJson(request);
  const parsed = { kind: 'parsed', headers: request.headers, body } as const;
  const day = dayOf(new Date(startedAt));
  // Identifiers may be unknown by now, and do not change the fee; neither do headers.
  const violations = await preview('calculateFee', parsed, { ...own, today: () => day });
  const wrong = violations.find(({ pointer }) => !/^(?:header .*|\/[sm]TxId)$/.test(pointer));
  if (wrong === undefined) return explainFee(own, { request: body as QuoteRequest, fee, day });
  const { pointer, expected, got } = wrong;

  return {
    unexplained: `the mock changed the request before it calculated the fee (${pointer}: expected ${expected}, got ${maskText(got)})`,
  };
}
