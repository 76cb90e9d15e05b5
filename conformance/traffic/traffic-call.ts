/** Reads a call of traffic as the rules of the suite read it, by the form that a success has at its service. */
import {
  DOCUMENTED,
  detectSuccessShape,
  feeIn,
  isSuccessful,
  type Outcome,
  outcomeOf,
  type SuccessShape,
} from '../../src/contract/outcome.ts';
import { type Call, receivedHeaders } from '../../src/exchange/call.ts';
import type { JsonObject } from '../../src/text/json-object.ts';
import type { HttpResponse, HttpResult } from '../rule/http-result.ts';
import { stxidIn, type TrafficCall } from '../rule/service-call.ts';

const METHODS = ['POST', 'GET', 'PUT', 'DELETE'] as const;

/** Undefined where the service is not judged by it: another method, or a part that the source did not record. */
export function toTrafficCall(call: Call, shape: SuccessShape): TrafficCall | undefined {
  const { exchange, operation, sentAt, endedAt } = call;
  const { request, merchant, lacks = [] } = exchange;
  const { body = '' } = request;
  const method = METHODS.find((one) => one === request.method);
  const isPart = lacks.includes('request-body') || lacks.includes('response-body');
  if (method === undefined || isPart || request.bodyLength !== undefined) return undefined;
  const fields = call.body === 'object' ? call.fields : undefined;
  const response = toResult(call);
  const hasToken = request.headers.authorization !== undefined || lacks.includes('authorization');
  // A refused token, a rate limit and a failed gateway refuse nothing of the content.
  const outcome: Outcome =
    response.kind === 'unanswered'
      ? { kind: 'lost' }
      : outcomeOf(operation, response, {
          ...{ shape, hasToken },
          isElsewhere: (status) => (status >= 502 && status <= 504) || (status >= 520 && status < 600),
        });

  return {
    ...{ operation, role: 'one', merchant: merchant ?? '', fields, body, sent: fields ?? { raw: body } },
    variant: { method, credential: hasToken ? 'own' : 'none', requestedWith: 'xhr' },
    ...{ response, outcome, status: response.kind === 'answered' ? response.status : 0 },
    ...{ given: stxidIn(outcome), concurrent: false, sentAt, endedAt },
    ...{ hasNumericStxids: shape.sTxId === 'number', original: exchange },
  };
}

function toResult({ exchange, answer }: Call): HttpResult {
  const { response, delivery, duration: ms } = exchange;
  const { status, body: text } = response;
  if (delivery !== undefined || status === 0)
    return { kind: 'unanswered', cause: 'cut-off', detail: 'not the whole response', ms };

  return { kind: 'answered', status, headers: receivedHeaders(exchange), text, body: answer, ms };
}

/** A text by which a recorder has replaced a value: marks alone, or a word for it. */
const PLACEHOLDER =
  /^[\s*x•…#.[\](){}<>_-]+$|\*{3}|•|…|redact|masked|hidden|removed|filtered|sanitiz|^[0-]{32,}$/i;

/** Whether a recorder has replaced values of the response, so that it cannot be judged. */
export function hasMaskedAnswer({ exchange, answer }: Call): boolean {
  if (exchange.isWhole || answer === undefined) return false;
  const { transactionFee, sTxId, message } = answer;
  const shown = message === 'ok' ? [transactionFee, sTxId] : [transactionFee, sTxId, message];

  return shown.some((value) => typeof value === 'string' && value !== '' && PLACEHOLDER.test(value));
}

/** Responses of one form before it counts as that of a success, and forms that are compared. */
const [SAME_FORM, MAX_FORMS] = [3, 20];

/**
 * Learns the form of success where it differs from the document. A message other than `ok` is a refusal, which may have a
 * fee and an `sTxId` too. It means success only if no response says `ok`, and fees differ or the message is another word
 * for success.
 */
export function createShapeTracker() {
  let shape: SuccessShape | undefined;
  const forms = new Map<string, { count: number; readonly fees: Set<number> }>();

  const isSuccess = (found: SuccessShape, body: JsonObject) => {
    const key = JSON.stringify([found.message, found.fee, found.sTxId]).slice(0, 300);
    const form = forms.get(key) ?? { count: 0, fees: new Set<number>() };
    if (forms.size >= MAX_FORMS && !forms.has(key)) return false;
    forms.set(key, form);
    form.count += 1;
    form.fees.add(feeIn(body) ?? 0);

    return form.count >= SAME_FORM && (SUCCESS.test(String(found.message)) || form.fees.size > 1);
  };

  return {
    get shape(): SuccessShape {
      return shape ?? DOCUMENTED;
    },
    /** Whether a success has been seen. */
    isDecided: () => shape !== undefined,
    /** @returns `disproved` where a documented success shows that a learnt message was that of refusals */
    add(response: HttpResponse): 'disproved' | undefined {
      if (shape === DOCUMENTED) return undefined;
      const found = detectSuccessShape(response);
      if (found === undefined || response.body === undefined) return undefined;
      const wasLearnt = shape !== undefined && shape.message !== 'ok';
      if (found === DOCUMENTED || (found.message === 'ok' && wasLearnt)) {
        shape = DOCUMENTED;

        return wasLearnt ? 'disproved' : undefined;
      }
      if (shape === undefined && isSuccess(found, response.body)) shape = found;

      return undefined;
    },
  };
}

/** Words that mean success. A recorder may have cut off a message that is absent. */
const SUCCESS = /^\s*(?:ok|okay|success|successful|succeeded|approved|accepted)\W*$/i;

/** Whether a fee response has all that a success has, but for another word for `ok`: a mistake of the service. */
export function isSuccessInOtherWords({ message, transactionFee, sTxId }: JsonObject): boolean {
  return (
    typeof message === 'string' &&
    message !== 'ok' &&
    SUCCESS.test(message) &&
    typeof transactionFee === 'number' &&
    typeof sTxId === 'string'
  );
}

/** The call as its client may take it: what the service says wrongly is not held against the client. */
export function asClientMayTakeIt(call: Call): Call {
  const { operation, outcome, answer } = call;
  const isMistaken =
    operation === 'calculateFee' &&
    outcome.kind === 'refused' &&
    isSuccessful(call) &&
    answer !== undefined &&
    isSuccessInOtherWords(answer);

  return isMistaken ? { ...call, outcome: { kind: 'unclear', body: answer } } : call;
}
