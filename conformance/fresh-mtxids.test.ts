import { expect, test } from 'vitest';
import { createFreshMtxids, withoutStamps } from './fresh-mtxids.ts';
import { RULE_IDS } from './selection.ts';

test('fresh identifiers are distinct, short, and of the form that is asked for', () => {
  const { forExecutionOf } = createFreshMtxids();
  const times = <T>(length: number, make: () => T) => Array.from({ length }, make);
  const texts = RULE_IDS.flatMap((rule) =>
    times(50, () => forExecutionOf(rule)).flatMap((next) => times(40, () => next('text'))),
  );
  const numbers = times(100, () => forExecutionOf('identity/distinct-mtxids-are-distinct')('number'));

  expect(new Set(texts).size).toBe(texts.length);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(texts.filter((id) => !/^[a-z][0-9a-z]{11}$/.test(id))).toEqual([]);
  expect(numbers.filter((id) => !/^[1-9][0-9]{10}$/.test(id))).toEqual([]);
});

test('two runs share no identifier, and tell the same once the stamps are left out', () => {
  const [one, other] = [createFreshMtxids(), createFreshMtxids()];
  const told = ({ forExecutionOf, stamps }: typeof one) => {
    const next = forExecutionOf('sale/accepts-both');
    const [text, number] = [next('text'), next('number')];
    const value = { said: [`no ${text}`, text.toUpperCase(), number, 5, null], [text]: true };

    return { text, shown: withoutStamps(value, stamps) };
  };
  const [first, second] = [told(one), told(other)];

  expect(first.text).not.toBe(second.text);
  expect(first.shown).toEqual(second.shown);
  expect(JSON.stringify(first.shown)).not.toContain(one.stamps.text);
});
