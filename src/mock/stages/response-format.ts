/** How responses are written, where the document leaves it open. */
import type { Choices } from '../../contract/choices.ts';
import type { OperationId, Violation } from '../../contract/types.ts';
import { PROBLEM_TYPE } from '../../control/problem.ts';
import { toProblem } from '../http/problem.ts';
import { REFUSALS, type Refusal } from '../refusal.ts';
import type { Fields } from '../request.ts';

/** HTTP statuses of refusals, such as `contentStatus`; undefined for that of the refusal's code. */
type RefusalStatuses = { readonly [K in RefusalKind as `${K}Status`]: number | undefined };

export interface ResponseFormat extends RefusalStatuses {
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
  /** The choices that shaped the response and are not the default. */
  readonly choices: Choices;
  /** The violations that the mock accepted. */
  readonly overlooked: readonly Violation[];
}

/** A refusal about to be written. */
export interface Refused {
  readonly refusal: Refusal;
  readonly kind: RefusalKind | undefined;
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

/** The refusals that can have a status of their own. */
export type RefusalKind = 'content' | 'unknown' | 'malformed' | 'missingToken' | 'invalidToken';

export function kindOf({ code, violations }: Refusal): RefusalKind | undefined {
  switch (code) {
    case 'malformed-json':
      return 'malformed';
    case 'content-refused':
      // Only identifiers of no transaction break section 1.2.
      return violations.some(({ section }) => section === '1.2') ? 'unknown' : 'content';
    case 'unauthorized':
      return violations.some(({ rule }) => rule === 'auth/refuses-missing-token')
        ? 'missingToken'
        : 'invalidToken';
    default:
      return undefined;
  }
}

/** The HTTP status of a refusal. */
export function refusalStatus(refusal: Refusal, format: ResponseFormat): number {
  const kind = kindOf(refusal);

  return (kind && format[`${kind}Status`]) ?? REFUSALS[refusal.code].status;
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
