/** The lines with both ends: what goes over the wire for what arrived, and nothing thrown. */
import type { OperationId } from '../contract/types.ts';
import { after } from '../ledger/after.ts';
import type { Awaitable } from '../ledger/ledger.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import type { Arrival, Line } from './line.ts';
import type { Lines } from './lines.ts';
import { type Refusal, refuseBecause } from './refusal.ts';
import { type Rendered, render } from './render.ts';

/** Told of every fault of the mock itself, of which the client sees only the status 500, or 503 where it may pass. */
export type OnBug = (error: unknown, requestId: string) => void;

export type Answer = (arrival: Arrival, requestId: string) => Awaitable<Rendered>;

export type Answers = { readonly [O in OperationId]: Answer };

export function createAnswers(lines: Lines, onBug: OnBug): Answers {
  const answerOf = (line: Line): Answer =>
    surely((arrival, requestId) => after(line(arrival), (outcome) => render(outcome, requestId)), onBug);

  return { calculateFee: answerOf(lines.calculateFee), attachSale: answerOf(lines.attachSale) };
}

/** The same answer, and a refusal where it would throw. */
export function surely(answer: Answer, onBug: OnBug): Answer {
  return (arrival, requestId) => {
    const fail = (error: unknown) => {
      onBug(error, requestId);
      return render(refuseFault(error), requestId);
    };
    try {
      const answered = answer(arrival, requestId);

      return answered instanceof Promise ? answered.catch(fail) : answered;
    } catch (error) {
      return fail(error);
    }
  };
}

/** A ledger that is full, locked or out of reach may be back in a moment; anything else is a bug. */
function refuseFault(error: unknown): Refusal {
  if (!(error instanceof LedgerError))
    return refuseBecause('internal-error', 'the mock failed; the request may well be right');

  return refuseBecause('ledger-unavailable', `${error.code}: ${error.problem}`, {
    'Retry-After': '1',
  });
}
