import { expect, test } from 'vitest';
import { createFreshMtxids, freshMtxidsIn, MTXID_FORMS, maskStamps } from './mtxids.ts';
import { RULE_IDS } from './selection.ts';

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
