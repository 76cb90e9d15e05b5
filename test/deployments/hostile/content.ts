/** Conformant answers with awkward content, and nonconformant ones that try to break readers and reports. */
import { REFERENCE, type ReferenceBehavior, startReference } from '../reference.ts';
import type { Hostile } from './hostile.ts';

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
  right('nests 50,000 objects', {
    serialize: (body) =>
      JSON.stringify(body).replace(/\}$/, `,"deep":${'{"a":'.repeat(DEEP / 2)}1${'}'.repeat(DEEP / 2)}}`),
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
  wrong('has a message that nests 5,000 levels deep', ['fee-response/has-message-ok'], {
    serialize: (body) =>
      JSON.stringify(body).replace('"message":"ok"', `"message":${'['.repeat(5000)}${']'.repeat(5000)}`),
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
