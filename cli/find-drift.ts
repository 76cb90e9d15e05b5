/** Finds where the answers of a mock differ from the recorded ones. */
import { createTrafficJudge, type TrafficJudge } from '../conformance/index.ts';
import { toClientStep } from '../conformance/report/counterexample.ts';
import { type Call, readCall } from '../src/exchange/call.ts';
import type { Exchange } from '../src/exchange/exchange.ts';
import { dollars } from '../src/exchange/journal/story.ts';
import type { RecordedEvent } from '../src/exchange/traffic-event.ts';
import { maskText } from '../src/text/mask.ts';
import { type createResender, describeAnswer, feeOf } from './resend-calls.ts';

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

const SERVICE = { target: '', sides: ['service'] } as const;
/** Choices between texts of the same JSON. */
const LAYOUT: ReadonlySet<string> = new Set(['json-layout', 'field-order', 'number-form']);
const LOST: ReadonlySet<string> = new Set(['lost', 'unclear']);

/** @param events in the order in which the exchanges ended */
export async function findDrift(
  events: AsyncIterable<readonly RecordedEvent[]>,
  resend: ReturnType<typeof createResender>,
  signal: AbortSignal,
): Promise<Drift> {
  const judges = { recorded: createTrafficJudge(SERVICE), mock: createTrafficJudge(SERVICE) };
  const differences: DriftDifference[] = [];
  const notCompared = new Map<string, number>();
  let [compared, fees] = [0, 0];
  /** @returns why it is not compared */
  const compare = async (event: RecordedEvent): Promise<string | undefined> => {
    if (event.kind === 'not-judged') return event.why;
    const recorded = event.kind === 'exchange' ? readCall(event.exchange) : undefined;
    if (recorded === undefined) return undefined;
    const resent = await resend(recorded);
    if (typeof resent === 'string') return resent;
    if (LOST.has(recorded.outcome.kind)) return 'the recorded answer was lost';
    compared += 1;
    const { call, exchange, isOtherTransaction, seenBefore } = resent;
    const [fee, mockFee] = [feeOf(recorded), feeOf(call)];
    const areFees = fee !== undefined && mockFee !== undefined;
    if (areFees) fees += 1;
    const add = (kind: DriftDifference['kind'], one: string, other: string) =>
      void differences.push({ kind, ...describeCall(recorded), recorded: one, mock: other });
    const [seen, mockSeen] = seenBefore.map((is) => (is ? 'an earlier transaction' : 'a new transaction'));
    if (recorded.outcome.kind !== call.outcome.kind)
      add('refusal', describeAnswer(recorded), describeAnswer(call));
    else {
      if (areFees && fee !== mockFee) add('fee', dollars(fee), dollars(mockFee));
      if (isOtherTransaction) add('transaction', String(seen), String(mockSeen));
    }
    judges.recorded.observe(event);
    judges.mock.observe({ kind: 'exchange', exchange });

    return undefined;
  };

  for await (const batch of events)
    for (const event of batch) {
      if (signal.aborted) break;
      const why = await compare(event);
      if (why !== undefined) notCompared.set(why, (notCompared.get(why) ?? 0) + 1);
    }
  const all = compareChoices(judges);

  return {
    ...{ compared, fees, differences },
    choices: all.filter(({ name }) => !LAYOUT.has(name)),
    layout: all.filter(({ name }) => LAYOUT.has(name)),
    notCompared: [...notCompared].map(([why, count]) => ({ why, count })),
  };
}

function describeCall({ exchange }: Call): Pick<DriftDifference, 'call' | 'headers' | 'body'> {
  const { request } = toClientStep(exchange, '');
  const headers = unusualHeaders(exchange, request.headers['content-type']);

  return { call: `${request.method} ${request.url}`, ...(headers && { headers }), body: request.body };
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
    .filter(Boolean)
    .join(', ');
}

/** Where several options look the same, a choice has all of them. */
function compareChoices(
  judges: Readonly<Record<'recorded' | 'mock', TrafficJudge>>,
): readonly ChoiceDifference[] {
  const choicesOf = (judge: TrafficJudge) => judge.report().sides[0]?.choices ?? {};
  const mock = choicesOf(judges.mock);

  return Object.entries(choicesOf(judges.recorded)).flatMap(([name, option]) => {
    const other = mock[name];
    const options = option.split(' or ');
    const isSame = other === undefined || other.split(' or ').some((each) => options.includes(each));

    return isSame ? [] : [{ name, recorded: option, mock: other }];
  });
}
