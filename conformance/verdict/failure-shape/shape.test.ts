import { describe, expect, test } from 'vitest';
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import {
  covers,
  formatShape,
  parseShape,
  requestShapes,
  type ShapeStep,
  shapeOf,
  wouldFail,
} from './shape.ts';

const REQUEST = { amount: 1, nicn: '424242', region: '85004' };

function step(
  body: object | string,
  {
    operation = 'calculateFee',
    method = 'POST',
  }: { operation?: ShapeStep['operation']; method?: string } = {},
): ShapeStep {
  return {
    operation,
    variant: { method },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    response: { kind: 'unanswered' },
  };
}

function textOf(rule: RuleId, steps: readonly ShapeStep[], got = 'accepted: 200 {}', expected = 'a refusal') {
  return formatShape(shapeOf(rule, { expected, got, transcript: { steps } }));
}

const sale = (body: object) => step(body, { operation: 'attachSale' });

// Waiver files contain these texts: they must not change.
describe('the shape of a failure names the call, its traits and the result', () => {
  test.each<[RuleId, readonly ShapeStep[], string]>([
    [
      'nicn/refuses-non-digits',
      [step({ ...REQUEST, nicn: 'ab12cd' })],
      'first call, nicn: letter → accepted',
    ],
    [
      'fee-request/requires-amount',
      [step({ nicn: '424242', region: '85004' })],
      'first call, without amount → accepted',
    ],
    ['nicn/refuses-non-digits', [step({ ...REQUEST, nicn: 424242 })], 'first call, nicn: number → accepted'],
    [
      'transport/post-only',
      [step('a=1', { method: 'GET' })],
      'first call by GET, body: no JSON object → accepted',
    ],
    [
      'identity/update-by-mtxid-keeps-stxid',
      [step({ ...REQUEST, mTxId: 'm' }), step({ ...REQUEST, mTxId: 'm' })],
      'update with mTxId → accepted',
    ],
    ...(
      [
        ['m1x', ''],
        ['0', ', mTxId: leading zero, mTxId: digits alone, mTxId: zero'],
        ['007', ', mTxId: leading zero, mTxId: digits alone'],
        ['100234', ', mTxId: digits alone'],
        ['Order1', ', mTxId: capital letter'],
        ['order-1', ', mTxId: dash'],
        ['order&1', ', mTxId: ampersand'],
      ] as const
    ).flatMap(([mTxId, traits]): [RuleId, readonly ShapeStep[], string][] => [
      [
        'identity/update-by-mtxid-keeps-stxid',
        [step({ ...REQUEST, mTxId }), step({ ...REQUEST, mTxId })],
        `update with mTxId${traits} → accepted`,
      ],
      [
        'sale/accepts-mtxid',
        [step({ ...REQUEST, mTxId }), sale({ mTxId })],
        `sale with mTxId${traits} → accepted`,
      ],
    ]),
    [
      'sale/authcode-is-opaque',
      [step(REQUEST), sale({ sTxId: 's', authCode: "it's" })],
      'sale with sTxId, authCode: given, authCode: single quote → accepted',
    ],
    ['sale/requires-stxid-or-mtxid', [sale({})], 'sale without an identifier → accepted'],
    [
      'identity/distinct-mtxids-are-distinct',
      [step({ ...REQUEST, mTxId: 'm-1' }), step({ ...REQUEST, mTxId: 'M-1' })],
      'first call, mTxIds: the same but for case → accepted',
    ],
    [
      'robustness/survives-malformed-input',
      [step('{"__proto__":{},"other":1}')],
      'first call, without amount, without nicn, without region, __proto__: object, an unknown field → accepted',
    ],
    [
      'robustness/answers-in-time',
      [step('{"amount":1e999,"nicn":"424242","region":"85004","totalAmount":-1}')],
      'first call, amount: too large a number, totalAmount: given, totalAmount: negative → accepted',
    ],
    ['auth/refuses-missing-token', [step(REQUEST)], 'fee, a refusal → accepted'],
    ['nicn/refuses-non-digits', [], 'any call → accepted'],
  ])('%s: %j', (rule, steps, shape) => {
    expect(textOf(rule, steps)).toBe(shape);
  });

  test.each([
    ['refused: 422 no', 'a fee', 'refused (4xx)'],
    ['refused: 503 no', 'a fee', 'refused (5xx)'],
    ['no answer: timeout (nothing within 200 ms)', 'a fee', 'no answer (timeout)'],
    ['2.44', 'the fee 2.43', 'another fee'],
    ['"t1" once more', 'an sTxId of its own', 'one sTxId twice'],
    ['"t2"', 'its own sTxId "t1"', 'another sTxId'],
    ['message "failed" and 12', 'message "ok"', 'message "failed" and N for message "ok"'],
  ])('the result %j instead of %j is %j', (got, expected, result) => {
    expect(textOf('fee/matches-reference', [step(REQUEST)], got, expected)).toBe(`first call → ${result}`);
  });
});

test('the shape of a refused sale names the fields of its transaction that explain it, or may explain it', () => {
  const opening = {
    ...step({ ...REQUEST, region: 'US-AZ', country: '840' }),
    response: { kind: 'answered', status: 200, text: '{"sTxId":"s"}' },
  } as const;
  const transcript = { steps: [opening, sale({ sTxId: 's' })] };
  const shapes = [undefined, ['region'], []].map((transaction) =>
    shapeOf('sale/accepts-stxid', {
      expected: 'a sale',
      got: 'refused: 422',
      transcript,
      ...(transaction && { transaction }),
    }),
  );
  const [any, ofRegion, plain] = shapes;

  expect(ofRegion && formatShape(ofRegion)).toBe(
    'sale with sTxId, transaction region: ISO state code → refused (4xx)',
  );
  expect(plain && formatShape(plain)).toBe('sale with sTxId → refused (4xx)');
  expect(any && ofRegion && covers(ofRegion, any)).toBe(true);
  expect(plain && ofRegion && covers(ofRegion, plain)).toBe(false);
});

test('the shape is that of the last step, unless the failure names another', () => {
  const steps = [step({ ...REQUEST, sTxId: 's' }), step(REQUEST)];

  expect(textOf('fee/matches-reference', steps)).toMatch(/^first call /);
});

test.each([
  ['country: given, data: given', true],
  ['data: given', true],
  ['country: given', false],
  ['without amount, data: given', false],
])('first call, data: given → accepted covers the same with %s: %j', (traits, isCovered) => {
  const [known, other] = ['data: given', traits].map((text) => parseShape(`first call, ${text} → accepted`));

  expect(known && other && covers(known, other)).toBe(isCovered);
});

test('a request would fail as well if it has all traits of the shape', () => {
  const shape = parseShape('first call, nicn: letter → accepted');
  const requests = requestShapes('nicn/refuses-non-digits', [
    step({ ...REQUEST, nicn: 'ab12cd', country: '840' }),
    step(REQUEST),
    step('no JSON'),
  ]);

  expect(requests.map((request) => wouldFail(shape, request))).toEqual([true, false]);
});
