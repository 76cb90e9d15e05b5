/** Which choice says with what status a refusal comes, and which refusals the other choices leave alone. */
import { REFUSALS, type Refusal } from '../refusal.ts';
import type { Writing } from './writing.ts';

export type RefusalKind = 'content' | 'unknown' | 'malformed' | 'missing-token' | 'invalid-token' | 'other';

export function kindOf({ code, violations }: Refusal): RefusalKind {
  switch (code) {
    case 'malformed-json':
      return 'malformed';
    case 'content-refused':
      // Section 1.2 is what identifiers break that lead to no transaction, and nothing else is.
      return violations.some(({ section }) => section === '1.2') ? 'unknown' : 'content';
    case 'unauthorized':
      return violations.some(({ rule }) => rule === 'auth/refuses-missing-token')
        ? 'missing-token'
        : 'invalid-token';
    default:
      return 'other';
  }
}

const STATUSES: Readonly<Record<RefusalKind, (writing: Writing) => number | undefined>> = {
  content: ({ contentStatus }) => contentStatus,
  unknown: ({ unknownStatus }) => unknownStatus,
  malformed: ({ malformedStatus }) => malformedStatus,
  'missing-token': ({ missingTokenStatus }) => missingTokenStatus,
  'invalid-token': ({ invalidTokenStatus }) => invalidTokenStatus,
  other: () => undefined,
};

/** The HTTP status of a refusal of this kind. */
export function statusOf({ code }: Refusal, kind: RefusalKind, writing: Writing): number {
  return STATUSES[kind](writing) ?? REFUSALS[code].status;
}
