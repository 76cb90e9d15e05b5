/** Choices about refusals: their form and status (section 7), tokens, and rate limits. */
import { randomBytes } from 'node:crypto';
import type { OperationId, Problem } from '../../../contract/types.ts';
import { escapeHtml } from '../../../text/visible.ts';
import { bearerToken, unauthorized } from '../../auth/authenticate.ts';
import { faultOfExpiry } from '../../auth/token.ts';
import type { Behavior } from '../../behavior.ts';
import { toProblem } from '../../http/problem.ts';
import { kindOf, type Refusal, type RefusalCode, refuseBecause } from '../../refusal.ts';
import { withType } from '../../response.ts';
import { acceptMissingToken } from '../deviations.ts';
import { type ChoiceBehaviors, refusedWith } from './choice.ts';

export const REFUSAL_CHOICES = {
  refusal: {
    json: as(asJson),
    html: as(asHtml),
    empty: as(() => ({ body: '' })),
    '2xx-message': asSuccess(() => ({})),
    '2xx-message-stxid': asSuccess(() => ({ sTxId: unknownStxid() })),
    '2xx-zero-fee': asSuccess(() => ({ transactionFee: 0 })),
    '2xx-zero-fee-stxid': asSuccess(() => ({ transactionFee: 0, sTxId: unknownStxid() })),
  },
  'refusal-status': (status) => refusedWith('content', status),
  'malformed-json-status': (status) => refusedWith('malformed', status),
  'unknown-transaction-status': (status) => refusedWith('unknown', status),

  'missing-token': (option) =>
    option === 'take' ? { authenticate: acceptMissingToken } : refusedWith('missing-token', option),

  'invalid-token': (option) =>
    option === 'take' ? { authenticate: acceptInvalidToken } : refusedWith('invalid-token', option),

  // The token is not verified, but its claim exp applies.
  'expired-token': {
    refuse: {
      async authenticate(authorization, next, { now }) {
        const token = bearerToken(authorization);
        const fault = token === undefined ? undefined : faultOfExpiry(token, now());

        return fault === undefined
          ? next(authorization)
          : unauthorized('a token that has not expired', fault.got, fault.got);
      },
    },
  },

  lockout: (status) =>
    status === '429' ? lockOut('too-many-requests', { 'Retry-After': '60' }) : lockOut('unauthorized'),
  'rate-limiting': (status) => limitRate(status === '429' ? 'too-many-requests' : 'unavailable'),
} satisfies Partial<ChoiceBehaviors>;

interface RefusedRequest {
  readonly refusal: Refusal;
  readonly problem: Problem;
  readonly operation: OperationId;
  /** The status of an accepted response. */
  readonly success: number;
}

/** Without a type the response has no header Content-Type. The status stays by default. */
interface Written {
  readonly type?: string;
  readonly body: string;
  readonly status?: number;
}

/** Writes refusals in another form. */
function as(write: (refused: RefusedRequest) => Written): Behavior {
  return {
    respond(response, { outcome: refusal, operation, request }) {
      if (refusal.kind !== 'refused') return response;
      const choice = operation === 'calculateFee' ? 'success-status' : 'sale-status';
      const success = Number(response.choices?.[choice] ?? 200);
      const problem = toProblem(refusal, request.id, response.status);
      const { type, ...written } = write({ refusal, problem, operation, success });

      return withType({ ...response, ...written }, type);
    },
  };
}

function asJson({ problem: { message, reasonCode, reason } }: RefusedRequest): Written {
  return { type: 'application/json', body: JSON.stringify({ message, reasonCode, reason }) };
}

function asHtml({ problem: { status, title, detail } }: RefusedRequest): Written {
  const body = `<!doctype html>\n<title>${status}</title>\n<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(detail)}</p>\n`;

  return { type: 'text/html; charset=utf-8', body };
}

/**
 * Only a request's content is refused with the status of success; a missing token or a rate limit has its own status.
 * A refused sale has no sTxId: with one it would be an accepted sale.
 *
 * @param extra the fields beside `message` in the refusal of a fee call
 */
function asSuccess(extra: () => object): Behavior {
  return as((refused) => {
    const { refusal, problem, operation, success } = refused;
    if (!['content', 'unknown', 'malformed'].includes(kindOf(refusal) ?? '')) return asJson(refused);
    const { message } = problem;
    const body = operation === 'calculateFee' ? { ...extra(), message } : { message };

    return { status: success, type: 'application/json', body: JSON.stringify(body) };
  });
}

function unknownStxid(): string {
  return randomBytes(16).toString('hex');
}

const acceptInvalidToken: NonNullable<Behavior['authenticate']> = async (
  authorization,
  next,
  { principalOf },
) => {
  const found = await next(authorization);

  return found.kind === 'refused' && bearerToken(authorization) !== undefined
    ? principalOf(undefined)
    : found;
};

/** Calls with a wrong token, and milliseconds. */
const LOCKOUT = { after: 5, ms: 60_000 } as const;

/** Refuses all calls for some time after several with a wrong token. */
function lockOut(code: RefusalCode, headers: Readonly<Record<string, string>> = {}): Behavior {
  let wrong = 0;
  let until = 0;

  return {
    async authenticate(authorization, next, { now }) {
      if (now() < until)
        return refuseBecause(
          code,
          `tokens: expected fewer than ${LOCKOUT.after} wrong ones, got more`,
          headers,
        );
      const found = await next(authorization);
      if (found.kind === 'refused' && authorization !== undefined) wrong++;
      if (wrong === LOCKOUT.after) {
        wrong = 0;
        until = now() + LOCKOUT.ms;
      }

      return found;
    },
  };
}

/** One request in 50 is refused; the client may repeat it at once. */
const EVERY = 50;

/** Counts requests instead of measuring time, so that runs are reproducible. */
function limitRate(code: RefusalCode): Behavior {
  let requests = 0;

  return {
    async authenticate(authorization, next) {
      requests += 1;
      if (requests % EVERY !== 0) return next(authorization);

      return refuseBecause(code, 'requests: expected fewer in this time, got one too many', {
        'Retry-After': '0',
      });
    },
  };
}
