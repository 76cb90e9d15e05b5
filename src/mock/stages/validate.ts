/** The stages parse and validate: media type, UTF-8 and JSON, then headers and body against the contract; and what engine and ledger refuse. */

import type { IncomingHttpHeaders } from 'node:http';
import { REQUIRED_HEADERS } from '../../contract/operations.ts';
import type { RuleId } from '../../contract/rule-ids.ts';
import type { FeeRequest, OperationId, Violation } from '../../contract/types.ts';
import type { Validators } from '../../contract/validators.ts';
import type { ReasonCode, Refused } from '../../engine/index.ts';
import type { Identifiers, NotFound } from '../../ledger/ledger.ts';
import { describeValue } from '../../text/describe.ts';
import { isJsonObject } from '../../text/json-object.ts';
import type { Behavior } from '../behavior.ts';
import { type Refusal, refuse } from '../refusal.ts';
import {
  type Fields,
  type HandlerContext,
  type MerchantCall,
  type MockRequest,
  type ParsedRequest,
  VALID_FEE_REQUEST,
} from '../request.ts';
import { findJsonFault } from './json-fault.ts';

export function parseRequest({
  headers,
  body,
  isUtf8,
}: Pick<MockRequest, 'headers' | 'body' | 'isUtf8'>): ParsedRequest | Refusal {
  if (!isJsonType(headers['content-type'])) {
    return refuse('unsupported-media-type', headerViolations(headers));
  }
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    const pointer = 'header Content-Encoding';
    const violation = { section: '5', pointer, expected: 'no such header', got: describeValue(coding) };

    return refuse('unsupported-media-type', [violation], {
      fix: 'Send the body without compression.',
      headers: { 'Accept-Encoding': 'identity' },
    });
  }
  if (body === undefined || body === '') return malformed('the body', 'a JSON object', 'nothing');
  if (!isUtf8) return malformed('the body', 'text in UTF-8', 'bytes that are not UTF-8');

  try {
    return { kind: 'parsed', headers, body: JSON.parse(body) };
  } catch {
    const { line, column, expected, got } = findJsonFault(body);
    return malformed(
      `the body, line ${line}, column ${column}`,
      expected,
      got,
      ` at line ${line}, column ${column}`,
    );
  }
}

/** @param at the place in the body, which a pointer cannot name */
function malformed(where: string, expected: string, got: string, at = ''): Refusal {
  return refuse('malformed-json', [{ section: '4', pointer: '', expected: expected + at, got }], {
    detail: `${where}: expected ${expected}, got ${got}`,
  });
}

export type Validate = (
  operation: OperationId,
  request: ParsedRequest,
  context: HandlerContext,
) => { readonly call: MerchantCall; readonly violations: readonly Violation[] };

/**
 * @param overrule the hook `validate` of the behaviors; without it the contract alone counts
 * @returns a function that finds all violations at once: where the contract is broken, those of the engine as well
 */
export function createValidate(
  validators: Validators,
  overrule: NonNullable<Behavior['validate']> = (violations) => violations,
): Validate {
  return (operation, request, context) => {
    const { body } = request;
    const ofContract = contractViolations(validators, operation, request);
    const violations =
      ofContract.length > 0 && operation === 'calculateFee' && isJsonObject(body)
        ? [...ofContract, ...engineViolations(body, ofContract, context)]
        : ofContract;
    const call = { operation, request, fields: isJsonObject(body) ? body : {}, context, violations };

    return { call, violations: overrule(violations, call) };
  };
}

/** The violations of the contract in headers and body of a request. */
export function contractViolations(
  validators: Validators,
  operation: OperationId,
  { headers, body }: ParsedRequest,
): readonly Violation[] {
  const ofHeaders = headerViolations(headers);
  const validated = validators[operation](body);

  return validated.kind === 'valid' ? ofHeaders : [...ofHeaders, ...validated.violations];
}

function engineViolations(
  body: Fields,
  found: readonly Violation[],
  { engine, today }: HandlerContext,
): readonly Violation[] {
  const broken = brokenFields(found);
  const unbroken = Object.entries(body).filter(([field]) => !broken.has(field));
  // Valid values replace the broken ones and are not judged; the amount 0 is part of any total.
  const request: FeeRequest = { ...VALID_FEE_REQUEST, amount: 0, ...Object.fromEntries(unbroken) };
  const quote = engine.quote(request, today());
  if (quote.kind === 'quoted') return [];

  return feeViolations(quote, request).filter(({ pointer }) => !broken.has(pointer.slice(1)));
}

/** The meaning of a region depends on its country. */
function brokenFields(found: readonly Violation[]): ReadonlySet<string> {
  const broken = new Set(found.map(({ pointer }) => pointer.split('/')[1] ?? ''));

  return broken.has('country') ? broken.add('region') : broken;
}

/** Any parameters are allowed, such as a charset. */
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;

export function isJsonType(contentType = ''): boolean {
  return JSON_TYPE.test(contentType);
}

const NONE: readonly Violation[] = [];

export function headerViolations(headers: IncomingHttpHeaders): readonly Violation[] {
  const isJson = isJsonType(headers['content-type']);
  const isXhr = headers['x-requested-with'] === REQUIRED_HEADERS['x-requested-with'];
  if (isJson && isXhr) return NONE;

  return [
    ...(isJson ? [] : [wrong('Content-Type', 'content-type', headers)]),
    ...(isXhr ? [] : [wrong('X-Requested-With', 'x-requested-with', headers)]),
  ];
}

function wrong(shown: string, name: keyof typeof REQUIRED_HEADERS, headers: IncomingHttpHeaders): Violation {
  return {
    section: '5',
    pointer: `header ${shown}`,
    expected: REQUIRED_HEADERS[name],
    got: describeValue(headers[name]),
  };
}

const RULE_OF: Readonly<Record<ReasonCode, RuleId | undefined>> = {
  'unknown-processor': 'processor/refuses-unknown',
  'processor-required': 'processor/required-with-several',
  'unknown-region': 'region/refuses-unknown',
  'negative-amount': 'fee-request/refuses-negative-amount',
  'part-over-total': 'multi-pay/refuses-part-over-total',
  'unknown-country': 'country/refuses-unknown',
  // The catalogue has no rule about unlisted cards.
  'unlisted-card': undefined,
};

export function feeViolations({ reasons }: Refused, request: FeeRequest): readonly Violation[] {
  return reasons.map(({ code, field, expected }) => ({
    ...ruleOf(RULE_OF[code]),
    section: '2.1',
    pointer: `/${field}`,
    expected,
    got: describeValue(request[field], { name: field }),
  }));
}

const RULES_OF_IDENTIFIERS: { readonly [O in OperationId]: { readonly [K in NotFound['kind']]?: RuleId } } = {
  // The document leaves open what a fee call with such identifiers does, so no rule judges it.
  calculateFee: {},
  attachSale: {
    unknown: 'sale/refuses-unknown-transaction',
    mismatched: 'sale/refuses-mismatched-identifiers',
  },
};

/** Refuses identifiers of no transaction of this merchant (section 1.2). */
export function refuseIdentifiers(operation: OperationId, why: NotFound, by: Identifiers): Refusal {
  const rule = RULES_OF_IDENTIFIERS[operation][why.kind];
  const field = why.kind === 'unknown' ? why.field : 'mTxId';

  return refuse('content-refused', [
    {
      ...ruleOf(rule),
      section: '1.2',
      pointer: `/${field}`,
      expected:
        why.kind === 'unknown'
          ? `the ${field} of a transaction of this merchant`
          : 'the mTxId of the transaction that the sTxId names',
      got: describeValue(by[field], { name: field }),
    },
  ]);
}

function ruleOf(rule: RuleId | undefined): Pick<Violation, 'rule'> {
  return rule === undefined ? {} : { rule };
}
