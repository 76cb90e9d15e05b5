/** Which of the choices made shaped an answer: what a developer looks at whose client did not understand it. */
import { type ChoiceName, type Choices, defaultOf } from '../../contract/choices.ts';
import type { OperationId } from '../../contract/types.ts';
import type { Outcome } from '../handler.ts';
import type { Sampled } from '../sample.ts';
import { kindOf, type RefusalKind } from './refusal-kind.ts';
import { formOf } from './stxid-forms.ts';

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

/** Those of them that are not the mock's own default. */
export function shapedBy(
  outcome: Outcome<unknown> | Sampled,
  operation: OperationId,
  made: Choices,
): Choices {
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
  const sTxId = typeof body === 'object' && body !== null && 'sTxId' in body ? body.sTxId : undefined;
  const form = typeof sTxId === 'string' ? formOf(sTxId) : undefined;

  return form === undefined || form === 'hex' ? {} : { 'stxid-form': form };
}
