/** Reads choices of a service that ordinary traffic shows, in addition to those of the observations. */

import { FIELD_TYPES } from '../../src/contract/fields.gen.ts';
import type { ObserveRule } from '../../src/contract/rule-ids.ts';
import { parseJsonObject } from '../../src/text/json-object.ts';
import type { SeenOptions } from '../observations/observation.ts';
import { refusalForm } from '../observations/refusals.ts';
import { isFeeCall } from '../rule/exchange.ts';
import type { History } from '../rule/history.ts';
import { isSuccessful } from '../rule/http-result.ts';
import type { ExchangeFacts, Reading } from './choice-reading.ts';
import type { TrafficCall } from './read-exchange.ts';
import { TRANSACTION_READINGS } from './transaction-choices.ts';

/** How each choice shows in traffic. The others show only if a sender tests a limit on purpose. */
const READINGS: readonly Reading[] = [
  [
    'missing-x-requested-with',
    ({ exchange, isAccepted }) => {
      const isAbsent = exchange.original.request.headers['x-requested-with'] === undefined;

      return isAbsent && isAccepted && !exchange.original.lacks?.includes('request-headers')
        ? ['take']
        : undefined;
    },
  ],
  [
    'unknown-request-fields',
    ({ exchange, fields, isAccepted }) =>
      isAccepted && hasUnknown(exchange, fields) ? ['ignore'] : undefined,
  ],
  [
    'null-optional-fields',
    ({ exchange, fields, isAccepted }) =>
      isAccepted && isFeeCall(exchange) && hasNull(fields) ? ['ignore'] : undefined,
  ],
  ['zero-amount', ({ fields, isAccepted }) => (isAccepted && fields['amount'] === 0 ? ['take'] : undefined)],
  [
    'refusal',
    ({ exchange, fields, isRefused }) => {
      const { response } = exchange;
      if (!isRefused || !isFeeCall(exchange) || response.kind !== 'answered') return undefined;
      const isOfContent = isSuccessful(response) || CONTENT.has(response.status);

      // A gateway may answer with a page or nothing, but not with an object of the service.
      return (isOfContent && response.body !== undefined) || hasWrongNicn(fields)
        ? [refusalForm(response)]
        : undefined;
    },
  ],
  [
    'refusal-status',
    ({ exchange, history, fields, isRefused }) => {
      const { response } = exchange;
      const isStatus = response.kind === 'answered' && !isSuccessful(response);

      return isStatus && isRefused && hasWrongNicn(fields) && history.isFirstCall(exchange)
        ? [String(response.status)]
        : undefined;
    },
  ],
  ...TRANSACTION_READINGS,
  [
    'rate-limiting',
    ({
      exchange: {
        original: { response },
      },
    }) => {
      const { status } = response;
      const waits = Object.keys(response.headers).some((name) => name.toLowerCase() === 'retry-after');

      return status === 429 || (status === 503 && waits) ? [String(status)] : undefined;
    },
  ],
];

/** Statuses that refuse the content of a request. */
const CONTENT: ReadonlySet<number> = new Set([400, 409, 422]);

/** Decoding a token takes as long as all other readings. */
const WITH_TOKENS: readonly Reading[] = [...READINGS, ['expired-token', readExpiry]];

/** The choices that one exchange shows. Call it before the exchange is added to the history. @param readsToken whether to decode it */
export function seenChoices(
  exchange: TrafficCall,
  history: History,
  readsToken: boolean,
): readonly SeenChoice[] {
  const { fields, outcome, response } = exchange;
  if (fields === undefined || exchange.variant.method !== 'POST') return NONE;
  const facts: ExchangeFacts = {
    ...{ exchange, fields, history },
    named: history.named(exchange),
    isAccepted: outcome.kind === 'accepted',
    isRefused: outcome.kind === 'refused' && response.kind === 'answered' && response.status < 500,
  };
  let seen: SeenChoice[] | undefined;
  const readings = readsToken ? WITH_TOKENS : READINGS;
  for (const [choice, read] of readings) {
    const options = read(facts);
    if (options === undefined) continue;
    seen ??= [];
    seen.push([`observe/${choice}`, options]);
  }

  return seen ?? NONE;
}

type SeenChoice = readonly [ObserveRule, SeenOptions];

const NONE: readonly SeenChoice[] = [];

function hasUnknown({ operation }: TrafficCall, fields: ExchangeFacts['fields']): boolean {
  for (const name in fields) if (!Object.hasOwn(FIELD_TYPES[operation], name)) return true;

  return false;
}

function hasNull(fields: ExchangeFacts['fields']): boolean {
  for (const name in fields)
    if (fields[name] === null && Object.hasOwn(FIELD_TYPES.calculateFee, name)) return true;

  return false;
}

function hasWrongNicn({ nicn }: ExchangeFacts['fields']): boolean {
  return typeof nicn === 'string' && /^(?:[0-9]{0,5}|[0-9]{9,})$/.test(nicn);
}

/** The expiry is in the token, in seconds since 1970. */
function readExpiry({ exchange: { original, outcome } }: ExchangeFacts): SeenOptions | undefined {
  const { kind } = outcome;
  if (kind !== 'accepted' && kind !== 'token-refused') return undefined;
  const { authorization } = original.request.headers;
  const payload = authorization?.split('.', 2)[1];
  if (payload === undefined || payload.length > 4096) return undefined;
  const exp = parseJsonObject(Buffer.from(payload, 'base64url').toString())?.['exp'];
  if (typeof exp !== 'number' || exp * 1000 > original.startedAt - SKEW) return undefined;

  return kind === 'accepted' ? ['take'] : ['refuse'];
}

/** In milliseconds: clocks differ. */
const SKEW = 60_000;
