import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DOCUMENTED } from '../../src/contract/outcome.ts';
import { DEPLOYMENT_DEFAULTS } from '../deployment/deployment.ts';
import { coveringRows } from './arbitraries/covering.ts';
import { startConversation } from './conversation.ts';
import type { FailureCause, HttpResult } from './http-result.ts';
import { judgeScript } from './judge-script.ts';
import { createFreshMtxids, freshMtxidsIn, MTXID_FORMS, maskStamps } from './mtxids.ts';
import { fee, pickCalls, type Script, type ScriptCall, sale, sendScript } from './script.ts';
import { RULE_IDS } from './selection.ts';

const OPENED = ['{m1}', '{m2}'].map((mTxId) => fee({ mTxId }));
const REFUSED = { expects: { refused: 'a refusal', edited: ['sTxId', 'mTxId'] } };

test('a smaller script numbers the calls that it refers to anew', () => {
  const calls = [fee({}), fee({}), sale({ sTxId: '{u2}' }), sale({ sTxId: '{s2}' })];

  expect(pickCalls(calls, new Set([1, 2, 3]))?.map(({ body }) => body)).toEqual([
    {},
    { sTxId: '{u1}' },
    { sTxId: '{s1}' },
  ]);
});

test.each([
  [
    'the sTxId of one and the mTxId of another',
    sale({ sTxId: '{s1}', mTxId: '{m2}' }, REFUSED),
    [false, false],
  ],
  ['an sTxId like that of one', sale({ sTxId: '{u1}' }, REFUSED), [false, true]],
  ['an mTxId', sale({ mTxId: '{m2}' }, REFUSED), [true, false]],
])('a call with an expectation keeps the transactions that it names: %s', (_, last, withoutFirstOrSecond) => {
  const picked = [0, 1].map((left) => pickCalls([...OPENED, last], new Set([1 - left, 2])));

  expect(picked.map((calls) => calls !== undefined)).toEqual(withoutFirstOrSecond);
});

test('a field that is undefined is left out, so that a call names no field that it does not send', () => {
  expect(Object.keys(fee({ amount: 1, processor: undefined }).body)).toEqual(['amount']);
});

const REFUSED_STEP: HttpResult = {
  kind: 'answered',
  status: 422,
  headers: {},
  text: '',
  body: undefined,
  ms: 1,
};
const TO = { ...DEPLOYMENT_DEFAULTS, one: { token: undefined, processors: [] }, several: undefined };

/** Judges calls of which the first has no answer for this cause; the others are refused. */
async function judge(cause: FailureCause, ...calls: readonly ScriptCall[]) {
  const script: Script = { calls };
  const results: HttpResult[] = [{ kind: 'unanswered', cause, detail: '', ms: 1 }];
  const conversation = startConversation({
    client: { send: async () => results.shift() ?? REFUSED_STEP },
    successShape: DOCUMENTED,
    deployment: TO,
  });
  await sendScript(script, conversation);

  return judgeScript(script, conversation.transcript.steps, () => true);
}

test('a call without an answer leaves a script unjudged, also where only an observer judges the call', async () => {
  await expect(judge('timeout', fee({}), fee({}))).rejects.toThrow(/no answer/);
  await expect(judge('throttled', fee({}))).rejects.toMatchObject({ code: 'not-answering' });
});

test('a redirect to another origin refuses a call without a token', async () => {
  const variant = { credential: 'none' } as const;

  expect(await judge('redirected-away', fee({}, { variant, expects: { refused: 'no fee' } }))).toEqual([]);
});

test('a call that cannot be sent, as an earlier answer has no sTxId, is not taken for the next one', async () => {
  const answers = [100, 'tx-2', 'tx-2'].map((sTxId): HttpResult => {
    const body = { transactionFee: 1, sTxId, message: 'ok' };

    return { ...REFUSED_STEP, status: 200, text: JSON.stringify(body), body };
  });
  const client = { send: async () => answers.shift() ?? REFUSED_STEP };
  const conversation = startConversation({ client, successShape: DOCUMENTED, deployment: TO });
  const last = fee({ sTxId: '{s2}' }, { concurrent: true });
  const calls = [fee({}), fee({}), fee({ sTxId: '{s1}' }), last];

  await expect(sendScript({ calls }, conversation)).rejects.toThrow(/has no sTxId/);
  expect(conversation.transcript.steps).toHaveLength(2);
});

test('fresh identifiers are distinct, short and of the requested form', () => {
  const { forExecutionOf } = createFreshMtxids();
  const times = <T>(length: number, make: () => T) => Array.from({ length }, make);
  const texts = RULE_IDS.flatMap((rule) =>
    times(50, () => forExecutionOf(rule)).flatMap((next) => times(40, () => next('m'))),
  );
  const numbers = times(100, () => forExecutionOf('identity/distinct-mtxids-are-distinct')('n'));

  expect(new Set(texts).size).toBe(texts.length);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(texts.filter((id) => !/^[a-z][0-9a-z]{11}$/.test(id))).toEqual([]);
  expect(numbers.filter((id) => !/^[1-9][0-9]{10}$/.test(id))).toEqual([]);
});

test('two runs share no identifier, and are equal once the stamps are masked', () => {
  const [one, other] = [createFreshMtxids(), createFreshMtxids()];
  const reportOf = ({ forExecutionOf, stamps }: typeof one) => {
    const next = forExecutionOf('sale/accepts-both');
    const [text, number] = [next('m'), next('n')];
    const value = { list: [`no ${text}`, text.toUpperCase(), number, 5, null], [text]: true };

    return { text, masked: maskStamps(value, stamps) };
  };
  const [first, second] = [reportOf(one), reportOf(other)];

  expect(first.text).not.toBe(second.text);
  expect(first.masked).toEqual(second.masked);
  expect(JSON.stringify(first.masked)).not.toContain(one.stamps.text);
});

test('the fresh identifiers of a run are found in bodies, in every form, also in longer identifiers', () => {
  const { forExecutionOf, stamps } = createFreshMtxids();
  const fresh = MTXID_FORMS.map(forExecutionOf('sale/accepts-both'));
  const bodies = [
    ...fresh.flatMap((one) => [`{"mTxId":"${one}"}`, `{"mTxId":"${one}-0"}`]),
    '{"mTxId":"other"}',
  ];

  expect([...freshMtxidsIn(bodies, stamps)]).toEqual(fresh.map((one, n) => [`{m${n + 1}}`, one]));
});

test('each form is ordinary: capitals, mixed case, a dash, digits, leading zeros', () => {
  const next = createFreshMtxids().forExecutionOf('sale/accepts-both');

  expect(next('u')).toMatch(/^[A-Z][A-Z0-9]{11}$/);
  expect(next('x')).toMatch(/^[A-Z][a-z0-9][A-Z0-9]{2}[a-z0-9]{8}$/);
  expect(next('d')).toMatch(/^[a-z][a-z0-9]{4}-[a-z0-9]{7}$/);
  expect(next('z')).toMatch(/^00[1-9][0-9]{10}$/);
});

test('two factors have all combinations', () => {
  expect(coveringRows({ coin: ['heads', 'tails'], die: [1, 2, 3] }, 2)).toHaveLength(6);
});

test('pairs of many factors need far fewer rows than all combinations', () => {
  const factors = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`f${n}`, [0, 1, 2]]));

  expect(coveringRows(factors, 2).length).toBeLessThan(25);
  expect(coveringRows(factors, 3).length).toBeLessThan(90);
});

test('a factor without levels gives no rows', () => {
  expect(coveringRows({ coin: ['heads'], none: [] }, 2)).toEqual([]);
  expect(coveringRows({}, 2)).toEqual([]);
});

test('every combination of the given number of factors occurs', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 3 }), (sizes, strength) => {
      const names = sizes.map((_, n) => `f${n}`);
      const levels = sizes.map((size) => Array.from({ length: size }, (_, level) => level));
      const rows = coveringRows(
        Object.fromEntries(names.map((name, n) => [name, levels[n] ?? []])),
        strength,
      );
      for (const chosen of subsets(names.length, Math.min(strength, names.length))) {
        const seen = new Set(rows.map((row) => chosen.map((n) => row[names[n] ?? '']).join()));
        expect(seen.size).toBe(chosen.reduce((product, n) => product * (sizes[n] ?? 0), 1));
      }
    }),
    { numRuns: 60 },
  );
});

function subsets(length: number, size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]];

  return Array.from({ length }, (_, last) => last).flatMap((last) =>
    subsets(last, size - 1).map((rest) => [...rest, last]),
  );
}
