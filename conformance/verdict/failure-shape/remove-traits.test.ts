import { expect, test } from 'vitest';
import { removeTraits, traitsToRemove } from './remove-traits.ts';
import { parseShape } from './shape.ts';

const REQUEST = { amount: 1, campaign: ["it's", "a 'b", "'"], data: ["it's", '"'], country: '840' };

test.each([
  [['campaign: single quote'], { amount: 1, campaign: ['its', 'a b'], data: ["it's", '"'], country: '840' }],
  [['data: double quote'], { amount: 1, campaign: REQUEST.campaign, data: ["it's"], country: '840' }],
  [
    ['campaign: single quote', 'data: single quote'],
    { amount: 1, campaign: ['its', 'a b'], data: ['its', '"'], country: '840' },
  ],
  [['campaign: given', 'country: given'], { amount: 1, data: ["it's", '"'] }],
  [['campaign: several texts'], { ...REQUEST, campaign: ["it's"] }],
  [['processor: given'], REQUEST],
])('%j can be removed from a request', (traits, left) => {
  expect(removeTraits(REQUEST, traits)).toEqual(left);
});

test.each([
  [' x ', 'leading or trailing space', 'x'],
  ['0012', 'leading zero', '12'],
  ["'null'", 'single quote', 'null'],
  ["' ", 'single quote', undefined],
])('the text %j can be sent without its %s', (authCode, trait, left) => {
  expect(removeTraits({ authCode }, [`authCode: ${trait}`])).toEqual(
    left === undefined ? {} : { authCode: left },
  );
});

test('a required field is not removed', () => {
  expect(removeTraits(REQUEST, ['amount: whole'], ['amount'])).toBeUndefined();
});

test.each([
  [['first call, data: given, data: single quote → refused (4xx)'], [['data: single quote']]],
  [['first call, data: given → refused (4xx)'], [['data: given']]],
  [
    [
      'first call, country: given, data: given → x',
      'first call, campaign: given, campaign: brace or bracket → x',
    ],
    [
      ['country: given', 'campaign: brace or bracket'],
      ['data: given', 'campaign: brace or bracket'],
    ],
  ],
  [['first call → refused (4xx)'], []],
  [['first call, without amount → accepted'], []],
  [[], []],
])('the failures %j suggest what to remove', (shapes, combinations) => {
  expect(traitsToRemove(shapes.map(parseShape))).toEqual(combinations);
});
