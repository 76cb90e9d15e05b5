/** Answers that meet the faults that somebody asked for. Where nobody did, they are the answers themselves. */
import { pathOf } from '../../contract/operations.ts';
import type { OperationId } from '../../contract/types.ts';
import type { Fault } from '../../engine/index.ts';
import type { Awaitable } from '../../ledger/ledger.ts';
import { type Answer, type Answers, type OnBug, surely } from '../answers.ts';
import type { Context } from '../handler.ts';
import type { Arrival } from '../line.ts';
import type { Identify } from '../merchants.ts';
import { readBody } from '../read-body.ts';
import { type Rendered, render } from '../render.ts';
import { effectOf } from './effect-of.ts';
import { FAULT_HEADER, type ReadFault, readFaultHeader } from './fault-header.ts';
import type { FaultStore } from './fault-store.ts';
import { showFault } from './fault-text.ts';

export interface FaultyOptions {
  readonly faults: FaultStore;
  /** Tells rules whose call it is. */
  readonly identify: Identify<Context>;
  readonly onBug: OnBug;
}

export function withFaults(answers: Answers, { faults, identify, onBug }: FaultyOptions): Answers {
  const faulty = (operation: OperationId): Answer => {
    const answer = answers[operation];
    const path = pathOf(operation);
    const meeting = surely(async (arrival, requestId) => {
      const met = readAsked(arrival) ?? (await meetRule(arrival, path, { faults, identify }));
      if (met === undefined) return answer(arrival, requestId);
      if (met.kind === 'refused') return render(met, requestId);

      return suffer(met.fault, faults.delayOf(met.fault), requestId, () => answer(arrival, requestId));
    }, onBug);

    return (arrival, requestId) =>
      arrival.headers[FAULT_HEADER] === undefined && faults.isIdle()
        ? answer(arrival, requestId)
        : meeting(arrival, requestId);
  };

  return { calculateFee: faulty('calculateFee'), attachSale: faulty('attachSale') };
}

/** What a request asks for itself goes before all rules, and they do not count it. */
function readAsked({ headers }: Arrival): ReadFault | undefined {
  const asked = headers[FAULT_HEADER];

  return asked === undefined ? undefined : readFaultHeader(String(asked));
}

async function meetRule(
  arrival: Arrival,
  path: string,
  { faults, identify }: Pick<FaultyOptions, 'faults' | 'identify'>,
): Promise<ReadFault | undefined> {
  const { headers, bytes } = arrival;
  const identified = await identify(headers.authorization);
  // Who is refused by the fault never comes to the line, which would say whose call it is.
  if (identified.kind === 'known') arrival.merchant = identified.desk.merchant.name;
  const read = readBody(headers, bytes);
  const fault = faults.meet({
    path,
    merchant: identified.kind === 'known' ? identified.desk.merchant.name : undefined,
    body: read.kind === 'read' ? read.value : undefined,
  });

  return fault === undefined ? undefined : { kind: 'read', fault };
}

async function suffer(
  fault: Fault,
  delay: number,
  requestId: string,
  carryOut: () => Awaitable<Rendered>,
): Promise<Rendered> {
  const { instead, text, sending } = effectOf(fault);
  const rendered = instead === undefined ? await carryOut() : instead(requestId);
  const isOnTime = delay === 0 && sending === undefined;

  return {
    ...rendered,
    headers: { ...rendered.headers, [FAULT_HEADER]: showFault(fault) },
    text: text === undefined ? rendered.text : text(rendered.text),
    ...(isOnTime ? {} : { mishap: { delay, sending: sending ?? { kind: 'whole' } } }),
  };
}
