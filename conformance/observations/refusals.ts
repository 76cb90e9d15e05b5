/** Observes the format and status of refusals. */
import { REQUIRED_FIELDS } from '../../src/contract/fields.gen.ts';
import { describeCall } from '../rule/assertions.ts';
import { NotJudged } from '../rule/failure.ts';
import { type HttpResponse, isSuccessful } from '../rule/http-result.ts';
import { unknownStxid } from '../rule/mtxids.ts';
import { without } from '../rule/patterns/refuses.ts';
import { isDocumented } from '../rule/request-variant.ts';
import type { ServiceCall } from '../rule/service-call.ts';
import {
  type AnsweredCall,
  hasWrongNicn,
  isUnknownStxid,
  type Observation,
  observeChoice,
  refusalStatus,
} from './observation.ts';
import { isAccepted } from './observation-context.ts';
import { describeShape, isHtml } from './responses.ts';

export const REFUSALS: readonly Observation[] = [
  observeChoice('refusal', {
    observe: (call) => (refusalCause(call) === 'content' ? [refusalForm(call.response)] : undefined),
    inTraffic({ kind, fields, refusal }) {
      if (refusal === undefined || kind !== 'fee') return undefined;
      const isOfContent = isSuccessful(refusal) || CONTENT.has(refusal.status);

      // A gateway may answer with a page or nothing, but not with an object of the service.
      return (isOfContent && refusal.body !== undefined) || hasWrongNicn(fields)
        ? [refusalForm(refusal)]
        : undefined;
    },
    async run({ fee, baseline }) {
      await fee(without(baseline, 'amount'));

      return undefined;
    },
  }),

  observeChoice('refusal-status', {
    observe: (call) => statusOfRefusal(call, 'content'),
    inTraffic: (call) =>
      hasWrongNicn(call.fields) && call.history.isFirstCall(call.call) ? refusalStatus(call) : undefined,
    run: async ({ fee, baseline }) =>
      requireRefusalStatus(await fee(without(baseline, 'amount')), 'a fee call without amount'),
  }),

  observeChoice('malformed-json-status', {
    observe: (call) => statusOfRefusal(call, 'malformed JSON'),
    run: async ({ fee }) => requireRefusalStatus(await fee({ raw: '{"amount":' }), 'malformed JSON'),
  }),

  {
    id: 'observe/refusal-forms',
    level: 'observe',
    section: '7',
    title: 'Which status, Content-Type and shape does each kind of refusal have?',
    choice: undefined,
    combine: 'list',
    observe(call) {
      const cause = refusalCause(call);

      return cause && [`${cause}: ${describeShape(call.response)}`];
    },
  },
];

/** Statuses that refuse the content of a request. */
const CONTENT: ReadonlySet<number> = new Set([400, 409, 422]);

export const unknownTransactionStatus = observeChoice('unknown-transaction-status', {
  inTraffic: (call) =>
    call.kind === 'sale' && isUnknownStxid(call) && call.fields['mTxId'] === undefined
      ? refusalStatus(call)
      : undefined,
  async run({ sale, knownStxid, traits }) {
    const sTxId = unknownStxid(await knownStxid());

    return requireRefusalStatus(
      await sale({ sTxId, ...traits.saleExtras }),
      'a sale of an unknown transaction',
    );
  },
});

type RefusalCause = 'content' | 'malformed JSON' | 'sale' | 'no token' | 'invalid token' | 'other method';

/** Why the request was refused; undefined where it was not, or where several reasons are possible. */
function refusalCause({
  outcome,
  variant,
  operation,
  sent,
  body,
  fields,
}: ServiceCall): RefusalCause | undefined {
  if (outcome.kind !== 'refused') return undefined;
  if (variant.method !== 'POST') return 'other method';
  if (variant.credential === 'none') return 'no token';
  if (variant.credential === 'garbled') return 'invalid token';
  if (!isDocumented(variant)) return undefined;
  if ('raw' in sent) {
    // A short text that starts as an object; a long one may be refused for its length.
    const isMalformed = body.length < 200 && body.trimStart().startsWith('{') && fields === undefined;

    return isMalformed ? 'malformed JSON' : undefined;
  }
  if (fields === undefined) return undefined;
  if (operation === 'attachSale') return 'sTxId' in fields ? 'sale' : undefined;
  const isFirstCall = !('sTxId' in fields || 'mTxId' in fields);

  return isFirstCall && REQUIRED_FIELDS.some((name) => fields[name] === undefined) ? 'content' : undefined;
}

/** A refusal with a 2xx status has no status of its own. */
function statusOfRefusal(call: AnsweredCall, cause: RefusalCause): readonly [string] | undefined {
  const { response } = call;

  return refusalCause(call) === cause && !isSuccessful(response) ? [String(response.status)] : undefined;
}

/** @throws NotJudged where the request was accepted, or refused with a 2xx status */
function requireRefusalStatus(call: ServiceCall, what: string): readonly [string] {
  if (isAccepted(call)) throw new NotJudged(`${what} was not refused: ${describeCall(call)}`);
  const { response } = call;
  if (response.kind !== 'answered' || isSuccessful(response))
    throw new NotJudged('refusals have a 2xx status and a message that is not ok');

  return [String(response.status)];
}

/** An option of the choice `refusal`, or the shape of the response where none fits. */
function refusalForm(response: HttpResponse): string {
  const { headers, text, body } = response;
  if (isSuccessful(response)) return body === undefined ? describeShape(response) : formWithSuccess(body);
  if (text.trim() === '') return 'empty';
  if (body !== undefined)
    return /^application\/problem\+json/i.test(headers['content-type'] ?? '') ? 'problem' : 'json';

  return isHtml(text) ? 'html' : describeShape(response);
}

function formWithSuccess({ transactionFee, sTxId, message }: Readonly<Record<string, unknown>>): string {
  if (message === undefined) return '2xx without a message';
  const fee = transactionFee === undefined ? '-message' : Number(transactionFee) === 0 ? '-zero-fee' : '-fee';

  return `2xx${fee}${sTxId === undefined ? '' : '-stxid'}`;
}
