/** The choices of a service that ordinary traffic shows beside those that observations read in any response. */
import type { ChoiceName } from '../../src/contract/choices.ts';
import type { ObserveRule } from '../../src/contract/rule-ids.ts';
import { parseJsonObject } from '../../src/text/json-object.ts';
import type { SeenExchange } from '../../src/traffic/traffic-event.ts';
import type { SeenOptions } from '../observations/observation.ts';
import { refusalForm } from '../observations/refusals.ts';
import { FIELD_TYPES } from '../rule/client-fields.ts';
import { acceptedBody, answeredStxid, isFeeCall, isSale } from '../rule/exchange.ts';
import type { History, Named } from '../rule/history.ts';
import { isSuccessful } from '../rule/http-result.ts';
import { feeIn } from '../rule/oracle.ts';
import type { ServiceExchange } from './read-exchange.ts';

/** An exchange with what is known of it. */
interface Scene {
  readonly exchange: ServiceExchange;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly history: History;
  readonly named: Named | undefined;
  readonly event: SeenExchange;
  readonly isAccepted: boolean;
  /** Refused for its content, with any status but those of tokens, limits and gateways. */
  readonly isRefused: boolean;
}

type Reading = readonly [choice: ChoiceName, read: (scene: Scene) => SeenOptions | undefined];

/** What each choice looks like in traffic. The others show only where a sender tries a limit on purpose. */
const READINGS: readonly Reading[] = [
  [
    'missing-x-requested-with',
    ({ exchange, event, isAccepted }) => {
      const isAbsent = exchange.original.request.headers['x-requested-with'] === undefined;

      return isAbsent && isAccepted && !event.lacks.includes('request-headers') ? ['take'] : undefined;
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
  [
    'unknown-stxid-on-fee',
    ({ exchange, fields, history }) => {
      const { sTxId } = fields;
      const got = isFeeCall(exchange) ? answeredStxid(exchange) : undefined;
      const isUnknown = typeof sTxId === 'string' && history.bySTxId(sTxId) === undefined;

      return isUnknown && got !== undefined && got !== sTxId && history.bySTxId(got) === undefined
        ? ['open']
        : undefined;
    },
  ],
  ['mismatched-identifiers', readMismatch],
  [
    'partial-update',
    (scene) => {
      if (!isUpdate(scene)) return undefined;
      const isPartial = REQUIRED.some((name) => scene.fields[name] === undefined);

      return isPartial && hasOnlyChanged(scene, REQUIRED) ? takenOr(scene, 'keep') : undefined;
    },
  ],
  [
    'update-to-another-card',
    (scene) => {
      const { named, fields } = scene;
      const isOther = named?.transaction.opening.fields?.['nicn'] !== fields['nicn'];

      return isUpdate(scene) && isOther && /^[0-9]{6,8}$/.test(String(fields['nicn'])) && isWhole(fields)
        ? takenOr(scene, 'take')
        : undefined;
    },
  ],
  [
    'update-after-sale',
    (scene) => {
      const { exchange, fields, named, isAccepted, isRefused } = scene;
      if (!isFeeCall(exchange) || !named?.transaction.isSold || !isWhole(fields)) return undefined;
      if (isRefused) return ['refuse'];
      const fees = [named.transaction.opening, ...named.transaction.calls].flatMap(
        (call) => feeIn(isFeeCall(call) ? acceptedBody(call) : undefined) ?? [],
      );
      const fee = feeIn(acceptedBody(exchange));
      if (!isAccepted || fee === undefined || named.transaction.sTxId !== answeredStxid(exchange))
        return undefined;

      return fees.at(-1) === fee ? ['keep', 'take'] : ['take'];
    },
  ],
  [
    'second-sale',
    ({ exchange, named, isAccepted, isRefused }) => {
      if (!isSale(exchange) || !named?.transaction.isSold) return undefined;

      // No response shows whether the second sale replaced the first.
      return isAccepted ? ['replace', 'keep'] : isRefused ? ['refuse'] : undefined;
    },
  ],
  [
    'unknown-transaction-status',
    ({ exchange, fields, history, isRefused }) => {
      const { sTxId, mTxId } = fields;
      const { response } = exchange;
      const isUnknown =
        typeof sTxId === 'string' && mTxId === undefined && history.bySTxId(sTxId) === undefined;
      const isStatus = response.kind === 'answered' && !isSuccessful(response);

      return isSale(exchange) && isUnknown && isRefused && isStatus ? [String(response.status)] : undefined;
    },
  ],
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

/** Of refusals for what was sent. */
const CONTENT: ReadonlySet<number> = new Set([400, 409, 422]);

/** To decode a token takes as long as all other readings. */
const WITH_TOKENS: readonly Reading[] = [...READINGS, ['expired-token', readExpiry]];

/** The choices that one exchange shows. Call it before the history takes the exchange in. @param readsToken whether to decode it */
export function seenChoices(
  exchange: ServiceExchange,
  history: History,
  event: SeenExchange,
  readsToken: boolean,
): readonly SeenChoice[] {
  const { fields, classification, response } = exchange;
  if (fields === undefined || exchange.variant.method !== 'POST') return NONE;
  const scene: Scene = {
    ...{ exchange, fields, history, event },
    named: history.named(exchange),
    isAccepted: classification.kind === 'accepted',
    isRefused: classification.kind === 'refused' && response.kind === 'answered' && response.status < 500,
  };
  let seen: SeenChoice[] | undefined;
  const readings = readsToken ? WITH_TOKENS : READINGS;
  for (const [choice, read] of readings) {
    const options = read(scene);
    if (options === undefined) continue;
    seen ??= [];
    seen.push([`observe/${choice}`, options]);
  }

  return seen ?? NONE;
}

type SeenChoice = readonly [ObserveRule, SeenOptions];

const NONE: readonly SeenChoice[] = [];
const REQUIRED = ['amount', 'nicn', 'region'] as const;

function isUpdate({ exchange, named }: Scene): boolean {
  return isFeeCall(exchange) && named !== undefined && !named.transaction.isSold;
}

function isWhole(fields: Scene['fields']): boolean {
  return REQUIRED.every((name) => fields[name] !== undefined);
}

function takenOr({ isAccepted, isRefused }: Scene, option: string): SeenOptions | undefined {
  return isAccepted ? [option] : isRefused ? ['refuse'] : undefined;
}

/** Whether an update has nothing that could be refused for another reason than what it leaves out. */
function hasOnlyChanged({ fields, named }: Scene, names: readonly string[]): boolean {
  const first = named?.transaction.opening.fields ?? {};
  const isAlike = (name: string) => JSON.stringify(fields[name]) === JSON.stringify(first[name]);

  return Object.keys(fields).every(
    (name) =>
      name === 'sTxId' || name === 'mTxId' || (names.includes(name) && name === 'amount') || isAlike(name),
  );
}

function hasUnknown({ operation }: ServiceExchange, fields: Scene['fields']): boolean {
  for (const name in fields) if (!Object.hasOwn(FIELD_TYPES[operation], name)) return true;

  return false;
}

function hasNull(fields: Scene['fields']): boolean {
  for (const name in fields)
    if (fields[name] === null && Object.hasOwn(FIELD_TYPES.calculateFee, name)) return true;

  return false;
}

function hasWrongNicn({ nicn }: Scene['fields']): boolean {
  return typeof nicn === 'string' && /^(?:[0-9]{0,5}|[0-9]{9,})$/.test(nicn);
}

function readMismatch({ exchange, fields, history, isAccepted }: Scene): SeenOptions | undefined {
  const { sTxId, mTxId } = fields;
  if (!isAccepted || typeof sTxId !== 'string' || typeof mTxId !== 'string') return undefined;
  const bySTxId = history.bySTxId(sTxId);
  const byMTxId = history.named({ ...exchange, fields: { mTxId } })?.transaction;
  if (bySTxId === undefined || byMTxId === undefined || bySTxId === byMTxId) return undefined;
  const got = answeredStxid(exchange);

  return got === bySTxId.sTxId ? ['stxid-decides'] : got === byMTxId.sTxId ? ['mtxid-decides'] : undefined;
}

/** The expiry is in the token, in seconds since 1970. */
function readExpiry({ exchange: { original, classification } }: Scene): SeenOptions | undefined {
  const { kind } = classification;
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
