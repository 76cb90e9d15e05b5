/** Leniency: accepts deviations that public clients are known to have, and lists them in Tollgate-Violations. */

import type { OperationId, Violation } from '../../contract/types.ts';
import type { Validators } from '../../contract/validators.ts';
import { countryNumber } from '../../engine/regions/country-codes.ts';
import { isJsonObject } from '../../text/json-object.ts';
import type { Behavior } from '../behavior.ts';
import type { Fields } from '../request.ts';
import type { MockResponse } from '../response.ts';
import { contractViolations, parseRequest } from '../stages/validate.ts';
import {
  mapFields,
  type Reading,
  roundToCents,
  unknownFields,
  withoutNulls,
  withRequestedWith,
} from './deviations.ts';

/** A deviation from the document that a lenient mock accepts. */
interface Leniency {
  /** What a client sends, for the documentation. */
  readonly sends: string;
  /** How the mock reads it, for the documentation. */
  readonly takenFor: string;
  /** Undefined where the contract accepts it: the mock only reports it. */
  readonly read?: Reading;
}

/** As `toFixed(2)` writes it: public clients send no other strings. */
const DOLLARS_AND_CENTS = /^[0-9]{1,15}\.[0-9]{2}$/;

const readAmount = (usd: unknown) =>
  typeof usd === 'string' && DOLLARS_AND_CENTS.test(usd) ? Number(usd) : undefined;

/** All deviations that a lenient mock accepts. docs/cli.md has the same table. */
export const LENIENCIES: readonly Leniency[] = [
  { sends: 'no `X-Requested-With`', takenFor: '`xhr`; another value is refused', read: withRequestedWith },
  { sends: 'null in an optional field', takenFor: 'a field that is left out', read: withoutNulls },
  {
    sends: 'a `country` in two or three letters, such as `US` or `usa`',
    takenFor: 'its numeric code, `840`',
    read: readFields(['country'], (country) =>
      typeof country === 'string' ? countryNumber(country) : undefined,
    ),
  },
  {
    sends: 'an `amount` or `totalAmount` as a string of dollars and cents, such as `"107.00"`',
    takenFor: 'the number, `107`; other strings are refused',
    read: readFields(['amount', 'totalAmount'], readAmount, 'calculateFee'),
  },
  {
    sends: 'an `mTxId` that is a number, in a sale',
    takenFor: 'its digits as a string',
    read: readFields(
      ['mTxId'],
      (mTxId) => (Number.isSafeInteger(mTxId) ? String(mTxId) : undefined),
      'attachSale',
    ),
  },
  {
    sends: 'an `amount` or `totalAmount` with binary noise, such as `107.97999999999999`',
    takenFor: 'the amount, unchanged',
  },
  { sends: 'unknown fields', takenFor: 'nothing: they are ignored' },
];

const READINGS = LENIENCIES.flatMap(({ read }) => (read === undefined ? [] : [read]));

/** @param outer the behaviors outside of this one; what their parse hooks accept is not reported */
export function createLeniency(validators: Validators, outer: Pick<Behavior, 'parse'> = {}): Behavior {
  return {
    parse(request, next, { operation }) {
      // The stage names missing headers in a 415.
      const parsed = next(withRequestedWith(request));

      return parsed.kind === 'refused'
        ? parsed
        : READINGS.reduce((read, reading) => reading(read, operation), parsed);
    },

    async handle(fields, next) {
      const outcome = await next(fields);

      return outcome.kind === 'accepted' ? { ...outcome, body: withPercent(outcome.body, fields) } : outcome;
    },

    respond(response, { operation, request, outcome, call }) {
      if (call === undefined) return response;
      const sent = outer.parse?.(request, parseRequest, { operation }) ?? parseRequest(request);
      if (sent.kind === 'refused') return response;
      const refused = outcome.kind === 'refused' ? outcome.violations : [];

      const overlooked = [
        ...without(oddities(sent.body, operation), refused),
        ...without(contractViolations(validators, operation, sent), call.violations),
      ];

      return withOverlooked(response, overlooked);
    },
  };
}

/**
 * Reads fields in another way.
 *
 * @param read another value; undefined where the field stays as it is
 * @param only the operation whose requests are meant; by default both
 */
function readFields(
  names: readonly string[],
  read: (value: unknown) => unknown,
  only?: OperationId,
): Reading {
  return (request, operation) =>
    mapFields(request, (fields) => {
      if (operation !== (only ?? operation)) return fields;
      const values = names.map((name) => [name, read(fields[name])] as const);

      return { ...fields, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
    });
}

/** The violations at places where the others have none. */
function without(violations: readonly Violation[], others: readonly Violation[]): readonly Violation[] {
  return violations.filter(({ pointer }) => !others.some((other) => other.pointer === pointer));
}

/** Deviations that the contract accepts. */
function oddities(body: unknown, operation: OperationId): readonly Violation[] {
  if (!isJsonObject(body)) return [];
  const noisy =
    operation === 'calculateFee' ? ['amount', 'totalAmount'].filter((name) => isNoisy(body[name])) : [];

  return [
    ...noisy.map((name) => ({
      section: '2.1',
      pointer: `/${name}`,
      expected: 'US dollars and cents',
      got: String(body[name]),
    })),
    ...unknownFields(body, operation),
  ];
}

/** Such as 107.97999999999999: a sum of cents in binary floats. */
function isNoisy(usd: unknown): boolean {
  if (typeof usd !== 'number') return false;
  const distance = Math.abs(usd - roundToCents(usd));

  return distance > 0 && distance < Math.max(1, Math.abs(usd)) * 1e-9;
}

/** Adds the fee as a share of the amount, which some clients read. */
function withPercent(body: unknown, { amount }: Fields): unknown {
  if (!isJsonObject(body)) return body;
  const { transactionFee } = body;
  if (typeof transactionFee !== 'number' || typeof amount !== 'number' || amount === 0) return body;

  return { ...body, transactionFeePercent: roundToCents((transactionFee / amount) * 100) };
}

/** The header stays short. */
const MOST_LISTED = 20;

/** Names the violations that a lenient mock accepted, such as `header X-Requested-With, /campaign (fee-request/refuses-wrong-types)`. */
function withOverlooked(response: MockResponse, violations: readonly Violation[]): MockResponse {
  if (violations.length === 0) return response;
  const listed = violations
    .slice(0, MOST_LISTED)
    .map(({ pointer, rule }) => (rule === undefined ? toAscii(pointer) : `${toAscii(pointer)} (${rule})`));
  const more = violations.length - listed.length;
  const shown = more === 0 ? listed.join(', ') : `${listed.join(', ')}, and ${more} more`;

  return {
    ...response,
    headers: { ...response.headers, 'tollgate-violations': shown },
    overlooked: violations,
  };
}

/** A pointer may hold any field name of the client; a header holds printable ASCII. */
function toAscii(pointer: string): string {
  return pointer
    .replaceAll('…', '...')
    .toWellFormed()
    .replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent);
}
