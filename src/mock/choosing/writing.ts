/** Everything in which the document lets two right answers look different. */
import type { OperationId } from '../../contract/types.ts';
import { PROBLEM_TYPE, toProblem } from '../problem.ts';
import type { Refusal } from '../refusal.ts';
import type { Fields } from './choice.ts';
import type { RefusalKind } from './refusal-kind.ts';

/** A refusal about to be written. */
export interface Refused {
  readonly refusal: Refusal;
  readonly kind: RefusalKind;
  readonly operation: OperationId;
  /** HTTP status: its own, and that of a success of this operation. */
  readonly status: number;
  readonly successStatus: number;
  readonly requestId: string;
}

interface WrittenRefusal {
  readonly status: number;
  /** Without one there is no header Content-Type. */
  readonly mediaType: string | undefined;
  readonly text: string;
}

export type RefusalForm = (refused: Refused) => WrittenRefusal;

export interface Writing {
  /** HTTP status of an accepted fee call. */
  readonly feeStatus: number;
  /** HTTP status of an accepted sale. */
  readonly saleStatus: number;
  /** Of an accepted answer; without one there is no header Content-Type. */
  readonly mediaType: string | undefined;
  /** An accepted answer with what it has beside what the document says. */
  readonly extend: (body: Fields, operation: OperationId) => Fields;
  readonly order: (names: readonly string[]) => readonly string[];
  /** From US dollars to a JSON text of the same number. */
  readonly fee: (usd: number) => string;
  /** From compact JSON to the same JSON. */
  readonly layout: (json: string) => string;
  readonly refusal: RefusalForm;
  /** HTTP statuses of the kinds of refusal, where they are not those of their codes. */
  readonly contentStatus: number | undefined;
  readonly malformedStatus: number | undefined;
  readonly unknownStatus: number | undefined;
  readonly missingTokenStatus: number | undefined;
  readonly invalidTokenStatus: number | undefined;
}

/** How a mock writes that was told nothing. */
export const ORDINARY: Writing = {
  feeStatus: 200,
  saleStatus: 200,
  mediaType: 'application/json',
  extend: (body) => body,
  order: (names) => names,
  fee: String,
  layout: (json) => json,
  refusal: ({ refusal, status, requestId }) => ({
    status,
    mediaType: PROBLEM_TYPE,
    text: JSON.stringify(toProblem(refusal, requestId, status)),
  }),
  contentStatus: undefined,
  malformedStatus: undefined,
  unknownStatus: undefined,
  missingTokenStatus: undefined,
  invalidTokenStatus: undefined,
};
