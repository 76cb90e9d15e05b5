/** What a lenient mock overlooks: only what public clients of such an API are known to break, and never silently. */
import type { OperationId, Violation } from '../../contract/types.ts';
import type { Stations } from '../line.ts';
import { toCents } from './amounts.ts';
import type { Fields } from './choice.ts';
import {
  type Indulgence,
  withAmountNumbers,
  withCountryNumber,
  withMtxidText,
  withoutNulls,
  withRequestedWith,
} from './indulgences.ts';
import { unknownFields } from './request-fields.ts';

/** A deviation from the document that a lenient mock overlooks. */
interface Leniency {
  /** What a client sends, for the documentation. */
  readonly sends: string;
  /** What the mock takes it for. */
  readonly takenFor: string;
  /** Left out where the contract takes it anyway: the mock only names it. */
  readonly read?: Indulgence;
}

/** Everything that a lenient mock overlooks. docs/cli.md has the same list. */
export const LENIENCIES: readonly Leniency[] = [
  { sends: 'no `X-Requested-With`', takenFor: '`xhr`; another value is refused', read: withRequestedWith },
  { sends: 'null in an optional field', takenFor: 'a field that is left out', read: withoutNulls },
  {
    sends: 'a `country` in two or three letters, such as `US` or `usa`',
    takenFor: 'its numeric code, `840`',
    read: withCountryNumber,
  },
  {
    sends: 'an `amount` or `totalAmount` as a string of dollars and cents, such as `"107.00"`',
    takenFor: 'the number, `107`; other strings are refused',
    read: withAmountNumbers,
  },
  {
    sends: 'an `mTxId` that is a number, in a sale',
    takenFor: 'its digits as a string',
    read: withMtxidText,
  },
  {
    sends: 'an `amount` or `totalAmount` with binary noise, such as `107.97999999999999`',
    takenFor: 'the amount as it is',
  },
  { sends: 'unknown fields', takenFor: 'nothing: they are ignored' },
];

const INDULGENCES = LENIENCIES.flatMap(({ read }) => (read === undefined ? [] : [read]));

/** @param overlook called at each check with everything that the request broke and is answered in spite of */
export function fitLenience<O extends OperationId>(
  operation: O,
  stations: Stations<O>,
  overlook: (violations: readonly Violation[]) => void,
): Stations<O> {
  return {
    ...stations,

    check(visit, context) {
      const checked = stations.check(visit, context);
      const odd = oddities(visit.body, operation);
      if (checked.kind === 'valid') {
        overlook(odd);
        return checked;
      }
      const indulged = INDULGENCES.reduce((read, indulgence) => indulgence(read, operation), visit);
      const again = stations.check(indulged, context);
      const left = again.kind === 'valid' ? [] : again.violations.map(({ pointer }) => pointer);
      overlook([...odd, ...checked.violations.filter(({ pointer }) => !left.includes(pointer))]);

      return again;
    },

    async handle(request, context) {
      const outcome = await stations.handle(request, context);
      if (outcome.kind !== 'accepted') return outcome;

      return { ...outcome, body: withPercent(outcome.body, request) };
    },
  };
}

/** What the contract takes as it is, although nobody who goes by the document would send it. */
function oddities(body: unknown, operation: OperationId): readonly Violation[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  const fields = body as Fields;
  const noisy =
    operation === 'calculateFee' ? ['amount', 'totalAmount'].filter((name) => isNoisy(fields[name])) : [];

  return [
    ...noisy.map(
      (name): Violation => ({
        section: '2.1',
        pointer: `/${name}`,
        expected: 'US dollars and cents',
        got: String(fields[name]),
      }),
    ),
    ...unknownFields(fields, operation),
  ];
}

/** Such as 107.97999999999999: cents that were added up as binary floats. */
function isNoisy(usd: unknown): boolean {
  if (typeof usd !== 'number') return false;
  const distance = Math.abs(usd - toCents(usd));

  return distance > 0 && distance < Math.max(1, Math.abs(usd)) * 1e-9;
}

/** The fee as a share of the amount, which some clients read. */
function withPercent<Body>(body: Body, request: unknown): Body {
  const { transactionFee } = body as Fields;
  const { amount } = request as Fields;
  if (typeof transactionFee !== 'number' || typeof amount !== 'number' || amount === 0) return body;

  return { ...body, transactionFeePercent: toCents((transactionFee / amount) * 100) };
}
