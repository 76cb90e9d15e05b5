/** Sends recorded requests to a mock, with its own identifiers, and finds where its answers differ from the recorded ones. */
import { METHODS } from 'node:http';
import { createTrafficJudge, type TrafficJudge } from '../conformance/index.ts';
import { toClientStep } from '../conformance/report/counterexample.ts';
import type { Merchant } from '../src/engine/index.ts';
import { type Call, readCall } from '../src/exchange/call.ts';
import type { Exchange } from '../src/exchange/exchange.ts';
import { claimsOf, namingClaims } from '../src/exchange/merchant.ts';
import type { RecordedEvent } from '../src/exchange/traffic-event.ts';
import type { InjectedRequest, Mock } from '../src/mock/index.ts';
import { maskText } from '../src/text/mask.ts';
import { createNames, describe, feeOf, type RecordedNames } from './drift-names.ts';

export interface DriftDifference {
  readonly kind: 'fee' | 'refusal' | 'transaction';
  /** Such as `POST /v1/ch`. */
  readonly call: string;
  /** What its headers have unlike those of an ordinary call, such as `no X-Requested-With`; absent where that is nothing. */
  readonly headers?: string;
  /** The body that was recorded, masked. */
  readonly body: string;
  readonly recorded: string;
  readonly mock: string;
}

interface ChoiceDifference {
  readonly name: string;
  readonly recorded: string;
  readonly mock: string;
}

export interface Drift {
  readonly compared: number;
  /** Of which both sides gave a fee. */
  readonly fees: number;
  readonly differences: readonly DriftDifference[];
  readonly choices: readonly ChoiceDifference[];
  /** How the same values are written, which is no difference. */
  readonly layout: readonly ChoiceDifference[];
  readonly notCompared: readonly { readonly why: string; readonly count: number }[];
}

/** A merchant of the deployment that was recorded. */
export interface RecordedMerchant {
  /** As the recording has it. */
  readonly token: string;
  /** Names that the merchant of the mock may have, the first one that it knows. */
  readonly names: readonly string[];
}

type DriftTarget = Pick<Mock, 'inject' | 'token'>;

/**
 * @param events in the order in which the exchanges ended
 * @param recordedMerchants empty where the recording describes no deployment
 */
export async function findDrift(
  events: AsyncIterable<readonly RecordedEvent[]>,
  mock: DriftTarget,
  merchants: readonly Merchant[],
  recordedMerchants: readonly RecordedMerchant[],
  signal: AbortSignal,
): Promise<Drift> {
  const judges = { recorded: createTrafficJudge(SERVICE), mock: createTrafficJudge(SERVICE) };
  const merchantOf = createMerchantReader(merchants, recordedMerchants);
  const names = createNames();
  const differences: DriftDifference[] = [];
  const notCompared = new Map<string, number>();
  const leave = (why: string) => void notCompared.set(why, (notCompared.get(why) ?? 0) + 1);
  let [compared, fees] = [0, 0];

  for await (const batch of events)
    for (const event of batch) {
      if (signal.aborted) break;
      if (event.kind === 'not-judged') leave(event.why);
      const recorded = event.kind === 'exchange' ? readCall(event.exchange) : undefined;
      if (recorded === undefined) continue;
      const why = whyNotSent(recorded, names);
      const exchange =
        why === undefined ? await send(recorded, mock, merchantOf(recorded), names) : undefined;
      const answered = exchange && readCall(exchange);
      if (exchange === undefined || answered === undefined) {
        leave(why ?? 'the mock does not know the call');
        continue;
      }
      const found = compare(recorded, answered, names);
      names.learn(recorded, answered);
      if (LOST.has(recorded.outcome.kind)) {
        leave('the recorded answer was lost');
        continue;
      }
      compared += 1;
      if (feeOf(recorded) !== undefined && feeOf(answered) !== undefined) fees += 1;
      differences.push(...found);
      judges.recorded.observe(event);
      judges.mock.observe({ kind: 'exchange', exchange });
    }

  const { true: layout = [], false: choices = [] } = Object.groupBy(compareChoices(judges), ({ name }) =>
    LAYOUT.has(name) ? 'true' : 'false',
  );

  return {
    ...{ compared, fees, differences, choices, layout },
    notCompared: [...notCompared].map(([why, count]) => ({ why, count })),
  };
}

const SERVICE = { target: '', sides: ['service'] } as const;
/** Choices between texts of the same JSON. */
const LAYOUT: ReadonlySet<string> = new Set(['json-layout', 'field-order', 'number-form']);
const LOST: ReadonlySet<string> = new Set(['lost', 'unclear']);

/** Undefined where it is sent. */
function whyNotSent(call: Call, names: RecordedNames): string | undefined {
  const { body, outcome, exchange } = call;
  const { request, lacks = [] } = exchange;
  if (!METHODS.includes(request.method ?? '')) return 'the method is none of HTTP';
  if (lacks.includes('request-body') || body === 'unknown') return 'the request has no whole body';
  if (lacks.includes('response-body')) return 'the answer has no whole body';
  if (outcome.kind === 'token-refused') return 'the service refused the token';
  if (outcome.kind === 'not-now') return 'the service could not answer then';
  if (outcome.kind !== 'accepted') return undefined;
  const refusal = names.refusalOf(call);
  if (refusal !== undefined) return `the mock refused the fee call of its transaction: ${refusal}`;

  return names.isOlder(call) ? 'it names a transaction from before the recording' : undefined;
}

/** Headers of a connection or of a recorder, and those that change the mock. */
const LEFT_OUT =
  /^(?:authorization|connection|content-encoding|content-length|cookie|expect|host|keep-alive|te|transfer-encoding|upgrade|prefer|tollgate-.*)$/i;

async function send(
  { exchange }: Call,
  mock: DriftTarget,
  merchant: string,
  names: RecordedNames,
): Promise<Exchange> {
  const { delivery: _, request, lacks = [], ...kept } = exchange;
  const { method = 'POST', url = '', body = '' } = request;
  const texts = (headers: object) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const hasToken = request.headers.authorization !== undefined || lacks.includes('authorization');
  const sent = { url: names.replace(url), body: names.replace(body) };
  const { status, headers, text } = await mock.inject({
    method: method as NonNullable<InjectedRequest['method']>,
    path: sent.url,
    headers: {
      ...texts(Object.fromEntries(Object.entries(request.headers).filter(([name]) => !LEFT_OUT.test(name)))),
      ...(hasToken && { authorization: `Bearer ${mock.token(merchant)}` }),
    },
    ...(sent.body !== '' && { body: sent.body }),
  });

  return {
    ...{ ...kept, lacks, request: { ...request, ...sent } },
    response: { status, headers: texts(headers), body: text },
  };
}

/**
 * The merchant of the mock for a recorded token: the one of the deployment with this token, else by the name in it, or by
 * the first processor that its calls name.
 */
function createMerchantReader(
  merchants: readonly Merchant[],
  recorded: readonly RecordedMerchant[],
): (call: Call) => string {
  const known = new Set(merchants.map(({ name }) => name));
  const usual = merchants.find(({ processors }) => processors.length === 1) ?? merchants[0];
  const ofToken = new Map<string | undefined, string>();
  const named = ({ exchange: { request }, fields }: Call): string | undefined => {
    const token = String(request.headers.authorization ?? '').replace(/^\s*bearer\s+/i, '');
    const ofDeployment = recorded
      .find((merchant) => merchant.token === token)
      ?.names.find((name) => known.has(name));
    if (ofDeployment !== undefined) return ofDeployment;
    const claimed = Object.values(namingClaims(claimsOf(token) ?? {}, known)).find((name) => known.has(name));
    const having = merchants.filter(({ processors }) =>
      processors.some(({ mid, name }) => mid === fields['processor'] || name === fields['processor']),
    );

    return claimed ?? (having.find(({ processors }) => processors.length > 1) ?? having[0])?.name;
  };

  return (call) => {
    const name = ofToken.get(call.merchant) ?? named(call);
    if (name !== undefined) ofToken.set(call.merchant, name);

    return name ?? usual?.name ?? '';
  };
}

function compare(
  recorded: Call,
  answered: Call,
  { ofMock, recordedOf }: RecordedNames,
): readonly DriftDifference[] {
  const { request } = toClientStep(recorded.exchange, '');
  const headers = unusualHeaders(recorded.exchange, request.headers['content-type']);
  const difference = (kind: DriftDifference['kind'], [one, other]: readonly [string, string]) => ({
    ...{ kind, call: `${request.method} ${request.url}`, ...(headers !== '' && { headers }) },
    ...{ body: request.body, recorded: one, mock: other },
  });
  if (recorded.outcome.kind !== answered.outcome.kind)
    return [difference('refusal', [describe(recorded), describe(answered)])];
  const [fee, mockFee] = [feeOf(recorded), feeOf(answered)];
  const [given, mockGiven] = [recorded.given, answered.given];
  const isOtherFee = fee !== undefined && mockFee !== undefined && fee !== mockFee;
  // Both or neither of the transactions were seen before, as one.
  const isOtherTransaction =
    recorded.outcome.kind === 'accepted' &&
    given !== undefined &&
    mockGiven !== undefined &&
    ((ofMock.get(given) ?? mockGiven) !== mockGiven || (recordedOf.get(mockGiven) ?? given) !== given);
  const seen = (isKnown: boolean) => (isKnown ? 'an earlier transaction' : 'a new transaction');

  return [
    ...(isOtherFee ? [difference('fee', [String(fee), String(mockFee)])] : []),
    ...(isOtherTransaction
      ? [difference('transaction', [seen(ofMock.has(given)), seen(recordedOf.has(mockGiven))])]
      : []),
  ];
}

/** @param contentType masked */
function unusualHeaders({ request, lacks = [] }: Exchange, contentType: string | undefined): string {
  const { headers, body = '' } = request;
  const isAbsent = (name: string) => headers[name] === undefined && !lacks.includes('request-headers');
  const encoding = headers['transfer-encoding'];

  return [
    isAbsent('authorization') && !lacks.includes('authorization') && 'no Authorization',
    isAbsent('x-requested-with') && 'no X-Requested-With',
    isAbsent('content-type') && body !== '' && 'no Content-Type',
    contentType && contentType.toLowerCase() !== 'application/json' && `Content-Type: ${contentType}`,
    encoding && `Transfer-Encoding: ${maskText(encoding)}`,
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ');
}

/** Where several options look the same, a choice has all of them. */
function compareChoices(judges: Readonly<Record<'recorded' | 'mock', TrafficJudge>>): Drift['choices'] {
  const choicesOf = (judge: TrafficJudge) => judge.report().sides[0]?.choices ?? {};
  const mock = choicesOf(judges.mock);

  return Object.entries(choicesOf(judges.recorded)).flatMap(([name, option]) => {
    const other = mock[name];
    const options = option.split(' or ');
    const isSame = other === undefined || other.split(' or ').some((each) => options.includes(each));

    return isSame ? [] : [{ name, recorded: option, mock: other }];
  });
}
