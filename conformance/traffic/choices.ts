/** Reads choices of a service that ordinary traffic shows, in addition to those of the observations. */
import type { ChoiceName } from '../../src/contract/choices.ts';
import { FIELD_TYPES, REQUIRED_FIELDS } from '../../src/contract/fields.gen.ts';
import { feeIn } from '../../src/contract/outcome.ts';
import type { ObserveRule } from '../../src/contract/rule-ids.ts';
import { claimsOf } from '../../src/exchange/merchant.ts';
import type { SeenOptions } from '../observations/observation.ts';
import { refusalForm } from '../observations/refusals.ts';
import { acceptedBody, isFeeCall, isSale } from '../rule/exchange.ts';
import type { History, NamedCall } from '../rule/history.ts';
import { type HttpResponse, isSuccessful } from '../rule/http-result.ts';
import type { TrafficCall } from './traffic-call.ts';

/** A call with its transaction and outcome. */
interface Facts {
  readonly exchange: TrafficCall;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly history: History;
  readonly named: NamedCall | undefined;
  /** Absent unless it is a fee call or a sale as the document describes it. */
  readonly kind: 'fee' | 'sale' | undefined;
  readonly isAccepted: boolean;
  /** The response that refuses the content, with any status but those of tokens, limits, gateways and failures. */
  readonly refusal: HttpResponse | undefined;
}

type Read = (facts: Facts) => SeenOptions | undefined;

/** How each choice shows in traffic. The others show only if a sender tests a limit on purpose. */
const READ: Readonly<Partial<Record<ChoiceName, Read>>> = {
  'missing-x-requested-with': ({ exchange: { original }, isAccepted }) => {
    const isAbsent = original.request.headers['x-requested-with'] === undefined;

    return isAbsent && isAccepted && !original.lacks?.includes('request-headers') ? ['take'] : undefined;
  },
  'unknown-request-fields': ({ exchange: { operation }, fields, isAccepted }) =>
    isAccepted && hasField(fields, (name) => !Object.hasOwn(FIELD_TYPES[operation], name))
      ? ['ignore']
      : undefined,
  'null-optional-fields': ({ kind, fields, isAccepted }) =>
    isAccepted &&
    kind === 'fee' &&
    hasField(fields, (name) => fields[name] === null && Object.hasOwn(FIELD_TYPES.calculateFee, name))
      ? ['ignore']
      : undefined,
  'zero-amount': ({ fields, isAccepted }) => (isAccepted && fields['amount'] === 0 ? ['take'] : undefined),
  refusal: ({ kind, fields, refusal }) => {
    if (refusal === undefined || kind !== 'fee') return undefined;
    const isOfContent = isSuccessful(refusal) || CONTENT.has(refusal.status);

    // A gateway may answer with a page or nothing, but not with an object of the service.
    return (isOfContent && refusal.body !== undefined) || hasWrongNicn(fields)
      ? [refusalForm(refusal)]
      : undefined;
  },
  'refusal-status': (facts) =>
    hasWrongNicn(facts.fields) && facts.history.isFirstCall(facts.exchange) ? statusIn(facts) : undefined,
  'unknown-stxid-on-fee': ({ exchange: { given }, kind, fields: { sTxId }, history }) => {
    const isUnknown = typeof sTxId === 'string' && history.bySTxId(sTxId) === undefined;
    if (kind !== 'fee' || !isUnknown || given === undefined) return undefined;

    return given !== sTxId && history.bySTxId(given) === undefined ? ['open'] : undefined;
  },
  'mismatched-identifiers': ({ exchange, fields: { sTxId, mTxId }, history, isAccepted }) => {
    if (!isAccepted || typeof sTxId !== 'string' || typeof mTxId !== 'string') return undefined;
    const bySTxId = history.bySTxId(sTxId);
    const byMTxId = history.named({ ...exchange, fields: { mTxId } })?.transaction;
    if (bySTxId === undefined || byMTxId === undefined || bySTxId === byMTxId) return undefined;
    if (exchange.given === bySTxId.sTxId) return ['stxid-decides'];

    return exchange.given === byMTxId.sTxId ? ['mtxid-decides'] : undefined;
  },
  'partial-update': (facts) =>
    isUpdate(facts) && !isWhole(facts.fields) && hasOnlyLeftOut(facts) ? takenOr(facts, 'keep') : undefined,
  'update-to-another-card': (facts) => {
    const { named, fields } = facts;
    const isOther = named?.transaction.opening.fields?.['nicn'] !== fields['nicn'];

    return isUpdate(facts) && isOther && /^[0-9]{6,8}$/.test(String(fields['nicn'])) && isWhole(fields)
      ? takenOr(facts, 'take')
      : undefined;
  },
  'update-after-sale': ({ exchange, kind, fields, named, isAccepted, refusal }) => {
    if (kind !== 'fee' || !named?.transaction.isSold || !isWhole(fields)) return undefined;
    if (refusal !== undefined) return ['refuse'];
    const { opening, calls, sTxId } = named.transaction;
    const fees = [opening, ...calls].flatMap(
      (call) => feeIn(isFeeCall(call) ? acceptedBody(call) : undefined) ?? [],
    );
    const fee = feeIn(acceptedBody(exchange));
    if (!isAccepted || fee === undefined || sTxId !== exchange.given) return undefined;

    return fees.at(-1) === fee ? ['keep', 'take'] : ['take'];
  },
  'second-sale': ({ kind, named, isAccepted, refusal }) => {
    if (kind !== 'sale' || !named?.transaction.isSold) return undefined;

    // No response shows whether the second sale replaced the first.
    return isAccepted ? ['replace', 'keep'] : refusal && ['refuse'];
  },
  'unknown-transaction-status': (facts) => {
    const { sTxId, mTxId } = facts.fields;
    const isUnknown = typeof sTxId === 'string' && facts.history.bySTxId(sTxId) === undefined;

    return facts.kind === 'sale' && isUnknown && mTxId === undefined ? statusIn(facts) : undefined;
  },
  'rate-limiting': ({ exchange: { original } }) => {
    const { status, headers } = original.response;
    const waits = Object.keys(headers).some((name) => name.toLowerCase() === 'retry-after');

    return status === 429 || (status === 503 && waits) ? [String(status)] : undefined;
  },
};

/** Statuses that refuse the content of a request. */
const CONTENT: ReadonlySet<number> = new Set([400, 409, 422]);

type SeenChoice = readonly [ObserveRule, SeenOptions];

const READINGS = Object.entries(READ).map(([name, read]) => [`observe/${name as ChoiceName}`, read] as const);
/** Decoding a token takes as long as all other readings. */
const WITH_TOKENS = [...READINGS, ['observe/expired-token', readExpiry] as const];
const NONE: readonly SeenChoice[] = [];

/** The choices that one exchange shows. Call it before the exchange is added to the history. @param readsToken whether to decode it */
export function seenChoices(
  exchange: TrafficCall,
  history: History,
  readsToken: boolean,
): readonly SeenChoice[] {
  const { fields, outcome, response } = exchange;
  if (fields === undefined || exchange.variant.method !== 'POST') return NONE;
  const isRefusal = outcome.kind === 'refused' && response.kind === 'answered' && response.status < 500;
  const facts: Facts = {
    ...{ exchange, fields, history, named: history.named(exchange) },
    kind: isFeeCall(exchange) ? 'fee' : isSale(exchange) ? 'sale' : undefined,
    isAccepted: outcome.kind === 'accepted',
    refusal: isRefusal ? response : undefined,
  };
  let seen: SeenChoice[] | undefined;
  for (const [id, read] of readsToken ? WITH_TOKENS : READINGS) {
    const options = read(facts);
    if (options === undefined) continue;
    seen ??= [];
    seen.push([id, options]);
  }

  return seen ?? NONE;
}

function hasField(fields: Facts['fields'], is: (name: string) => boolean): boolean {
  for (const name in fields) if (is(name)) return true;

  return false;
}

function hasWrongNicn({ nicn }: Facts['fields']): boolean {
  return typeof nicn === 'string' && /^(?:[0-9]{0,5}|[0-9]{9,})$/.test(nicn);
}

function statusIn({ refusal }: Facts): SeenOptions | undefined {
  return refusal === undefined || isSuccessful(refusal) ? undefined : [String(refusal.status)];
}

function isUpdate({ kind, named }: Facts): boolean {
  return kind === 'fee' && named !== undefined && !named.transaction.isSold;
}

function isWhole(fields: Facts['fields']): boolean {
  return REQUIRED_FIELDS.every((name) => fields[name] !== undefined);
}

function takenOr({ isAccepted, refusal }: Facts, option: string): SeenOptions | undefined {
  return isAccepted ? [option] : refusal && ['refuse'];
}

/** Whether an update can be refused only for the fields that it leaves out. */
function hasOnlyLeftOut({ fields, named }: Facts): boolean {
  const first = named?.transaction.opening.fields ?? {};
  const isFree = (name: string) => name === 'sTxId' || name === 'mTxId' || name === 'amount';

  return Object.keys(fields).every(
    (name) => isFree(name) || JSON.stringify(fields[name]) === JSON.stringify(first[name]),
  );
}

/** The expiry is in the token, in seconds since 1970. */
function readExpiry({ exchange: { original, outcome } }: Facts): SeenOptions | undefined {
  const { kind } = outcome;
  if (kind !== 'accepted' && kind !== 'token-refused') return undefined;
  const { authorization = '' } = original.request.headers;
  const exp = claimsOf(authorization)?.['exp'];
  if (typeof exp !== 'number' || exp * 1000 > original.startedAt - SKEW) return undefined;

  return kind === 'accepted' ? ['take'] : ['refuse'];
}

/** In milliseconds: clocks differ. */
const SKEW = 60_000;
