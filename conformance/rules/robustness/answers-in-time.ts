/** Every request of the run gets a response in time. A request without one is sent once more. */
import { REQUIRED_FIELDS } from '../../../src/contract/fields.gen.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import type { History } from '../../rule/history.ts';
import { SHARE_OF_ERRORS } from '../../rule/observers.ts';
import { SPELLINGS } from '../../rule/request-variant.ts';
import { OUTAGE, rule } from '../../rule/rule.ts';
import { isLost, type ServiceCall } from '../../rule/service-call.ts';

export const answersInTime = rule({
  id: 'robustness/answers-in-time',
  section: '4',
  title: 'every request gets a response within the time limit',
  tries: 'Every request of the run, within limits.timeout of the deployment file; if late, once more.',
  fix: 'Answer every request, also where a parser or a database fails, or raise limits.timeout where it was only late.',
  inTraffic: OUTAGE,
  lookAlikes: ['rate-limiting=503'],
  dependsOn: ['robustness/survives-malformed-input'],
  stage: 5,
  quickScripts: 2,
  judge(call, history) {
    const { response, variant, body, elsewhere } = call;
    if (response.kind === 'answered') return response.isSecond && elsewhere ? LOST_FIRST : HOLDS;
    if (!isLost(call) || body.length > MAX_BODY) return undefined;
    // A service may require a Content-Length, and close the connection behind its refusal.
    if (variant.framing === 'chunked' && response.cause !== 'timeout') return undefined;
    const nature = response.cause === 'timeout' ? 'timeout' : 'lost';

    return violation(
      `an answer to ${nameCall(call, history)}`,
      `none: ${response.cause} (${response.detail})`,
      {
        nature,
        isAccident: true,
        failsFrom: MANY,
        // Nothing ordinary cuts answers; connections are closed between two calls.
        ...(['reset', 'proxy'].includes(response.cause) ? { fromShare: SHARE_OF_ERRORS } : {}),
      },
    );
  },
  scripts({ baseline, history, requestsLeft }) {
    const call = { operation: 'calculateFee', body: { ...baseline } } as const;
    const together = Array.from({ length: TOGETHER }, () => ({ ...call, concurrent: true as const }));

    const isOverload = history.unanswered >= MANY && requestsLeft() > MIN_LEFT;

    // Where answers were lost, the number of calls may be the reason.
    return [
      { calls: [call] },
      ...(isOverload ? [{ calls: together }] : []),
      // A service may close any connection between two calls: only a call over a new one shows that calls are lost.
      ...(history.resets >= Math.max(MANY, SHARE_OF_ERRORS * history.count) && requestsLeft() > 2 * IN_A_ROW
        ? [{ calls: Array.from({ length: IN_A_ROW }, () => ({ ...call, elsewhere: true as const })) }]
        : []),
    ];
  },
});

const LOST_FIRST = violation(
  'an answer to each fee call that is sent over a new connection',
  'none at first, and one when it was sent again: the connection was closed without an answer',
  // Repeated once, and not made smaller: it comes now and then.
  { nature: 'timeout', isAccident: true },
);

/** Lost answers, far apart, that are no accident. */
const MANY = 3;
/** Calls, one after another: a service that loses one in forty loses some. */
const IN_A_ROW = 100;
const TOGETHER = 8;
/** Requests that are enough to repeat these, and the lost ones. */
const MIN_LEFT = 40;

/** Names the call, and what is special about it. */
function nameCall(call: ServiceCall, history: History): string {
  const { operation, variant, fields, body, concurrent } = call;
  const { method, credential, requestedWith, framing, spelling } = variant;
  const isSale = operation === 'attachSale';
  const isUpdate = fields?.['sTxId'] !== undefined || history.named(call) !== undefined;
  const kind = isSale ? 'a sale' : isUpdate ? 'an update' : 'a fee call';
  const named = ['sTxId', 'mTxId'].filter((name) => fields?.[name] !== undefined);
  const { amount, nicn, region, sTxId, mTxId, ...others } = fields ?? {};
  const levels = levelsOf(body);
  const missing = REQUIRED_FIELDS.filter((name) => !isSale && fields?.[name] === undefined);
  const special = [
    method === 'POST' ? '' : `by ${method}`,
    credential === 'own' ? '' : `with the token: ${credential}`,
    requestedWith === 'xhr' ? '' : 'without X-Requested-With: xhr',
    framing === 'chunked' ? 'in chunks' : '',
    spelling === undefined ? '' : SPELLINGS[spelling],
    fields === undefined ? 'whose body is no JSON object' : '',
    levels > DEEP ? `nested ${levels} levels deep` : '',
    named.length === 0 ? '' : `by ${named.join(' and ')}`,
    fields === undefined || missing.length === 0 ? '' : `without ${missing.join(', ')}`,
    typeof nicn !== 'string' || /^[0-9]{6,8}$/.test(nicn)
      ? ''
      : `whose nicn has ${nicn.length} characters, not 6 to 8 digits`,
    Object.keys(others).length === 0 ? '' : `with ${Object.keys(others).slice(0, MOST_NAMED).join(', ')}`,
    concurrent ? 'at the same time as others' : '',
  ];

  return [kind, ...special.filter((one) => one !== '')].join(' ');
}

/** Levels of arrays and objects; parsers that recurse fail at some hundreds. */
const DEEP = 50;

/** The levels of arrays and objects of a text of the suite, whose strings have no brackets at that depth. */
function levelsOf(body: string): number {
  let [level, deepest] = [0, 0];
  for (const character of body) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, ++level);
    else if (character === ']' || character === '}') level--;
  }

  return deepest;
}

/** Fields. */
const MOST_NAMED = 6;

/** In characters. A service may close the connection on a larger body, and a slow network may delay it. */
const MAX_BODY = 16_384;
