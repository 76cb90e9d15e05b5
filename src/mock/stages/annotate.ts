/** Headers that explain a response: Tollgate-Choices and Tollgate-Violations. */
import { type ChoiceName, type Choices, defaultOf } from '../../contract/choices.ts';
import type { OperationId, Violation } from '../../contract/types.ts';
import type { Answered } from '../behavior.ts';
import { formOf } from '../behaviors/choices/stxid-forms.ts';
import { isFields } from '../request.ts';
import type { MockResponse } from '../response.ts';
import { kindOf, type RefusalKind, type ResponseFormat } from './response-format.ts';

/** Names in headers the choices that shaped a response, and the violations that the mock accepted. */
export function annotate(
  response: MockResponse,
  answered: Answered,
  { choices: made, overlooked }: ResponseFormat,
): MockResponse {
  const choices = choicesThatShaped(answered, made);
  const isShaped = Object.keys(choices).length > 0;
  if (!isShaped && overlooked.length === 0) return response;

  return {
    ...response,
    headers: {
      ...response.headers,
      ...(isShaped && { 'tollgate-choices': listChoices(choices) }),
      ...(overlooked.length > 0 && { 'tollgate-violations': listViolations(overlooked) }),
    },
    choices,
    overlooked,
  };
}

const OF_SUCCESS: { readonly [O in OperationId]: readonly ChoiceName[] } = {
  calculateFee: ['success-status', 'number-form'],
  attachSale: ['sale-status'],
};

const OF_BODIES: readonly ChoiceName[] = [
  'extra-response-fields',
  'field-order',
  'json-layout',
  'response-media-type',
];

const OF_REFUSALS: Readonly<Record<RefusalKind, readonly ChoiceName[]>> = {
  content: ['refusal-status'],
  unknown: ['unknown-transaction-status'],
  malformed: ['malformed-json-status'],
  'missing-token': ['missing-token'],
  'invalid-token': ['invalid-token'],
  other: [],
};

/** Those that are not the default of the mock. */
function choicesThatShaped({ outcome, operation }: Answered, made: Choices): Choices {
  switch (outcome.kind) {
    case 'accepted':
      return { ...pick([...OF_SUCCESS[operation], ...OF_BODIES], made), ...stxidForm(outcome.body) };
    case 'refused':
      return pick(['refusal', ...OF_REFUSALS[kindOf(outcome)]], made);
    case 'sampled':
      return {};
  }
}

function pick(names: readonly ChoiceName[], made: Choices): Choices {
  const picked = names.filter((name) => made[name] !== undefined && made[name] !== defaultOf(name));

  return Object.fromEntries(picked.map((name) => [name, made[name]]));
}

function stxidForm(body: unknown): Choices {
  const sTxId = isFields(body) ? body['sTxId'] : undefined;
  const form = typeof sTxId === 'string' ? formOf(sTxId) : undefined;

  return form === undefined || form === 'hex' ? {} : { 'stxid-form': form };
}

/** Such as `success-status=201, number-form=exponent`. */
function listChoices(made: Readonly<Record<string, string>>): string {
  return Object.entries(made)
    .map(([name, option]) => `${name}=${option}`)
    .join(', ');
}

/** The header stays short. */
const MOST_LISTED = 20;

/** Such as `header X-Requested-With, /campaign (fee-request/refuses-wrong-types)`. */
function listViolations(violations: readonly Violation[]): string {
  const listed = violations
    .slice(0, MOST_LISTED)
    .map(({ pointer, rule }) => (rule === undefined ? toAscii(pointer) : `${toAscii(pointer)} (${rule})`));
  const more = violations.length - listed.length;

  return more === 0 ? listed.join(', ') : `${listed.join(', ')}, and ${more} more`;
}

/** A pointer may hold any field name of the client; a header holds printable ASCII. */
function toAscii(pointer: string): string {
  return pointer
    .replaceAll('…', '...')
    .toWellFormed()
    .replaceAll(/[^\x20-\x7e]/gu, encodeURIComponent);
}
