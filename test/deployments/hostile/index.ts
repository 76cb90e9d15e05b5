/** The hostile and awkward deployments; here those that throttle: now and then, in bursts, or forever, with every form of Retry-After. */
import { answering, REFERENCE, type ReferenceBehavior, startReference } from '../reference.ts';
import { ELSEWHERE, MANNERS, SILENCE } from './conduct.ts';
import type { Hostile } from './hostile.ts';
import { WIRE } from './wire.ts';

const THROTTLING: readonly Hostile[] = [
  patient('puts off every tenth request until at once', every(10, 429, '0'), 'standard'),
  patient('puts off every thirtieth request without saying until when', every(30, 429)),
  patient('puts off with a date in the past', every(30, 503, new Date(0).toUTCString())),
  patient('puts off until a negative number', every(30, 429, '-5')),
  patient('puts off until nonsense', every(30, 429, 'soon, at 12 of the clock')),
  patient('puts off until a number with a point', every(30, 429, '0.01')),
  patient('puts off five requests in a row, again and again', () =>
    puttingOff((call) => call % 60 >= 55, 429, '0'),
  ),
  endless('puts off every request until at once', '0'),
  endless('puts off every request until a year from now', '31536000'),
  endless('puts off every request until a number beyond numbers', '9'.repeat(400)),
  endless('puts off every request until a date far away', 'Fri, 31 Dec 9999 23:59:59 GMT'),
  {
    name: 'puts off from the 60th request on, for ever',
    verdict: 'inconclusive',
    fails: [],
    says: /Undecided/,
    start: () => startReference(puttingOff((call) => call >= 60, 429, '20')),
  },
  {
    name: 'refuses with 429 until at once',
    verdict: 'inconclusive',
    fails: [],
    says: /Undecided/,
    start: () =>
      startReference({
        refusal: () => ({ status: 429, type: undefined, text: '' }),
        onArrival: retryAfter('0'),
      }),
  },
];

/** Slower, since the suite waits for as long as each of these demands. */
const LONG_THROTTLING: readonly Hostile[] = [
  {
    ...patient('puts off every tenth request for a second', every(10, 429, '1')),
    effort: 'standard',
  },
  {
    ...patient('puts off every 25th request without saying until when', every(25, 429)),
    effort: 'deep',
  },
  {
    name: 'refuses with 429',
    verdict: 'inconclusive',
    fails: [],
    effort: 'standard',
    start: () => startReference({ refusal: () => ({ status: 429, type: undefined, text: '' }) }),
  },
];

/** Repeated requests count, and effort `quick` has few left for them. */
function patient(
  name: string,
  make: () => Partial<ReferenceBehavior>,
  effort: Hostile['effort'] = 'quick',
): Hostile {
  return {
    name,
    effort,
    verdict: 'conformant',
    fails: [],
    start: () => startReference(make()),
  };
}

function endless(name: string, when: string): Hostile {
  return {
    name,
    verdict: 'inconclusive',
    says: /keeps throttling/,
    start: () => startReference(puttingOff(() => true, 429, when)),
  };
}

function every(nth: number, status: number, when?: string): () => Partial<ReferenceBehavior> {
  return () => puttingOff((call) => call % nth === 0, status, when);
}

function puttingOff(isIt: (call: number) => boolean, status: number, when: string | undefined) {
  return answering(
    (_, call) => isIt(call),
    (response) => response.writeHead(status, when === undefined ? {} : { 'retry-after': when }).end(),
  );
}

function retryAfter(when: string): ReferenceBehavior['onArrival'] {
  return (_, response) => {
    response.setHeader('retry-after', when);

    return false;
  };
}

// Conformant answers with awkward content, and nonconformant ones that try to break readers and reports.

/** Has a command for a terminal, a page, XML, Markdown and a CI system. */
const SPELLS =
  '\u001b[2J\u001b]0;owned\u0007\r\n::error::owned\n::set-output name=a::b\n]]>\u0000<script>alert(1)</script><img src=x onerror=alert(1)>\u202e|`\u0024{x}`\u0085\u2028[a](javascript:1)';

const DEEP = 100_000;

const RIGHT: readonly Hostile[] = [
  right('nests 100,000 levels deep', {
    serialize: (body) =>
      JSON.stringify(body).replace(/\}$/, `,"deep":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`),
  }),
  right('refuses with 20,000 levels', {
    refusal: () => ({
      status: 400,
      type: 'application/json',
      text: `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    }),
  }),
  right('has the fields of a prototype', {
    serialize: (body) =>
      JSON.stringify(body).replace(
        /^\{/,
        '{"__proto__":{"message":"no","toJSON":1},"constructor":{"prototype":{}},"toString":1,"hasOwnProperty":0,',
      ),
  }),
  right('has each field twice, the right one last', {
    serialize: (body) =>
      JSON.stringify(body).replace(/^\{/, '{"transactionFee":"x","sTxId":1,"message":"no",'),
  }),
  right('has numbers beyond what is a number here', {
    serialize: (body) =>
      JSON.stringify(body).replace(
        /\}$/,
        `,"a":1e400,"b":-0,"c":0.1${'3'.repeat(400)},"d":${'9'.repeat(400)}}`,
      ),
  }),
  right('has fees of 400 digits', {
    serialize: (body) =>
      JSON.stringify(body).replace(
        /"transactionFee":([\d.]+)/,
        (_, fee: string) => `"transactionFee":${Number(fee).toFixed(2)}${'0'.repeat(400)}`,
      ),
  }),
  right('has a fee of -0', {
    calculateFee: () => -0,
    serialize: (body) => JSON.stringify(body).replace('"transactionFee":0', '"transactionFee":-0'),
  }),
  right('has lone surrogates in its sTxId', { createStxid: (number) => `\ud800${number}\udc00` }),
  right('has an sTxId that is a spell', { createStxid: (number) => `${number}${SPELLS}` }),
  right('has an sTxId of 200,000 characters', {
    createStxid: (number) => `${number}-${'x'.repeat(200_000)}`,
  }),
  right('refuses with a spell', {
    refusal: () => ({ status: 422, type: 'text/html', text: SPELLS }),
  }),
  right('refuses with 900 KB', {
    refusal: () => ({
      status: 400,
      type: 'application/json',
      text: JSON.stringify({ why: 'no'.repeat(450_000) }),
    }),
  }),
  right('refuses with bytes that are not UTF-8', {
    refusal: () => ({
      status: 400,
      type: 'text/plain',
      text: Buffer.from([0xff, 0xfe, 0xc0]).toString('latin1'),
    }),
  }),
];

const WRONG: readonly Hostile[] = [
  wrong('writes a byte order mark first', ['fee-response/is-json-object'], {
    serialize: (body) => `\ufeff${JSON.stringify(body)}`,
  }),
  wrong('has a message that is a spell', ['fee-response/has-message-ok'], {
    feeResponse: (body) => ({ ...body, message: SPELLS }),
  }),
  wrong('has a message of 200,000 characters', ['fee-response/has-message-ok'], {
    feeResponse: (body) => ({ ...body, message: '<&>\u0007'.repeat(50_000) }),
  }),
  wrong('has a message that nests 10,000 levels deep', ['fee-response/has-message-ok'], {
    serialize: (body) =>
      JSON.stringify(body).replace(
        '"message":"ok"',
        `"message":${'['.repeat(DEEP / 10)}${']'.repeat(DEEP / 10)}`,
      ),
  }),
  wrong('has NaN for a fee', ['fee-response/is-json-object'], {
    serialize: (body) => JSON.stringify(body).replace(/"transactionFee":[\d.]+/, '"transactionFee":NaN'),
  }),
  wrong('has an sTxId that nests 10,000 levels deep', ['fee-response/has-stxid-string'], {
    serialize: (body) =>
      JSON.stringify(body).replace(
        /"sTxId":"[^"]*"/,
        `"sTxId":${'['.repeat(DEEP / 10)}${']'.repeat(DEEP / 10)}`,
      ),
  }),
  {
    name: 'writes UTF-16',
    verdict: 'nonconformant',
    fails: ['fee-response/is-json-object'],
    start: () => startReference({ serialize: (body) => [...JSON.stringify(body)].join('\u0000') }),
  },
];

export const CONTENT: readonly Hostile[] = [...RIGHT, ...WRONG];

function right(name: string, differing: Partial<ReferenceBehavior>): Hostile {
  return {
    name,
    verdict: 'conformant',
    fails: [],
    start: () => startReference({ ...REFERENCE, ...differing }),
  };
}

function wrong(name: string, fails: readonly string[], differing: Partial<ReferenceBehavior>): Hostile {
  return { name, verdict: 'nonconformant', fails, start: () => startReference(differing) };
}

// The hostile and awkward deployments, one list for each kind.

export const HOSTILE: readonly Hostile[] = [
  ...SILENCE,
  ...WIRE,
  ...CONTENT,
  ...THROTTLING,
  ...ELSEWHERE,
  ...MANNERS,
];

/** Deployments that take minutes: the thorough test of the memory judges them. */
export const LONG: readonly Hostile[] = [...LONG_THROTTLING];
