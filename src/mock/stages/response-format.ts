/** How responses are written, where the document leaves it open. */
import type { Choices } from '../../contract/choices.ts';
import type { OperationId, Violation } from '../../contract/types.ts';
import { REFUSALS, type Refusal } from '../refusal.ts';
import type { Fields } from '../request.ts';
import { PROBLEM_TYPE, toProblem } from './problem.ts';

export interface ResponseFormat {
  /** HTTP status of an accepted fee call. */
  readonly feeStatus: number;
  /** HTTP status of an accepted sale. */
  readonly saleStatus: number;
  /** Of an accepted response; undefined for no header Content-Type. */
  readonly mediaType: string | undefined;
  /** Adds fields that the document does not have. */
  readonly extend: (body: Fields, operation: OperationId) => Fields;
  /** Orders the fields of the body. */
  readonly order: (names: readonly string[]) => readonly string[];
  /** From US dollars to a JSON number. */
  readonly fee: (usd: number) => string;
  /** From compact JSON to the same JSON. */
  readonly layout: (json: string) => string;
  readonly refusal: (refused: Refused) => WrittenRefusal;
  /** HTTP status of a refusal of each kind; undefined for that of its code. */
  readonly contentStatus: number | undefined;
  readonly unknownStatus: number | undefined;
  readonly malformedStatus: number | undefined;
  readonly missingTokenStatus: number | undefined;
  readonly invalidTokenStatus: number | undefined;
  /** The choices made, to name those that shaped the response. */
  readonly choices: Choices;
  /** The violations that the mock accepted. */
  readonly overlooked: readonly Violation[];
}

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

export interface WrittenRefusal {
  readonly status: number;
  /** Undefined for no header Content-Type. */
  readonly mediaType: string | undefined;
  readonly text: string;
}

export type RefusalKind = 'content' | 'unknown' | 'malformed' | 'missing-token' | 'invalid-token' | 'other';

export function kindOf({ code, violations }: Refusal): RefusalKind {
  switch (code) {
    case 'malformed-json':
      return 'malformed';
    case 'content-refused':
      // Only identifiers of no transaction break section 1.2.
      return violations.some(({ section }) => section === '1.2') ? 'unknown' : 'content';
    case 'unauthorized':
      return violations.some(({ rule }) => rule === 'auth/refuses-missing-token')
        ? 'missing-token'
        : 'invalid-token';
    default:
      return 'other';
  }
}

const STATUSES: Readonly<Record<RefusalKind, (format: ResponseFormat) => number | undefined>> = {
  content: ({ contentStatus }) => contentStatus,
  unknown: ({ unknownStatus }) => unknownStatus,
  malformed: ({ malformedStatus }) => malformedStatus,
  'missing-token': ({ missingTokenStatus }) => missingTokenStatus,
  'invalid-token': ({ invalidTokenStatus }) => invalidTokenStatus,
  other: () => undefined,
};

/** The HTTP status of a refusal of this kind. */
export function refusalStatus({ code }: Refusal, kind: RefusalKind, format: ResponseFormat): number {
  return STATUSES[kind](format) ?? REFUSALS[code].status;
}

const same = <T>(value: T): T => value;

export const DEFAULT_FORMAT: ResponseFormat = {
  feeStatus: 200,
  saleStatus: 200,
  mediaType: 'application/json',
  extend: same,
  order: same,
  fee: String,
  layout: same,
  refusal: ({ refusal, status, requestId }) => ({
    status,
    mediaType: PROBLEM_TYPE,
    text: JSON.stringify(toProblem(refusal, requestId, status)),
  }),
  contentStatus: undefined,
  unknownStatus: undefined,
  malformedStatus: undefined,
  missingTokenStatus: undefined,
  invalidTokenStatus: undefined,
  choices: {},
  overlooked: [],
};
