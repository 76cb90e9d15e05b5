/** No broken recording is conformant without a word, and no innocent one fails. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkTraffic, createTrafficJudge } from '../../conformance/index.ts';
import { parseMerchants } from '../../src/engine/index.ts';
import { createHarWriter } from '../../src/exchange/har/har-writer.ts';
import { readHarFiles } from '../../src/exchange/har/read-har.ts';
import { merchantOf } from '../../src/exchange/merchant.ts';
import type { SeenExchange, TrafficEvent } from '../../src/exchange/traffic-event.ts';
import { startMock } from '../../src/mock/index.ts';
import { temporaryFolder } from '../support/folders.ts';
import { bytesOf, raise } from '../support/har-files.ts';
import { runsOf, sampled } from '../support/sampled.ts';
import { FEE, failedIn, ok, recordMock, tell, withoutResponse } from '../support/traffic-source.ts';
import { brokenRecordings } from './broken-recordings.ts';
import { innocentRecordings } from './innocent-recordings.ts';
import { createService, createShop, toHar, verdictOf } from './shop.ts';

const PRICES = `merchants:
  shop:
    processors:
      - { mid: "7", name: a, pricing: { model: percent-plus-fixed, percent: "3", fixed: "0.10" } }
`;

function judge(har: string, isPriced: boolean) {
  const events = readHarFiles([bytesOf(har)]);
  const pricing = isPriced
    ? { path: 'prices.yaml', merchants: parseMerchants(PRICES, 'prices.yaml') }
    : undefined;

  return checkTraffic({ events, target: 'a.har', pricing });
}

describe('a broken recording is not conformant without a word:', () => {
  test.each(sampled(brokenRecordings(), 12))('$name', async ({ har, isPriced, level, side: subject }) => {
    const { sides } = await judge(har, isPriced);
    const side = sides.find((each) => each.subject === subject);
    const named = side?.rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable') ?? [];

    if (level === 'must') expect(side?.verdict).not.toBe('conformant');
    expect(named.map(({ id }) => id)).not.toEqual([]);
    // What a service got wrong is never held against its client.
    const accused = sides.flatMap(({ subject: of, rules }) =>
      rules.filter(({ outcome }) => of === 'client' && outcome === 'fail').map(({ id }) => id),
    );
    if (subject === 'service') expect(accused).toEqual([]);
  });
});

test('of all innocent recordings none fails, and at most one in twenty is inconclusive', async () => {
  const recordings = sampled(innocentRecordings(), 20);
  const reports = await Promise.all(
    recordings.map(async ({ name, har, isPriced }, n) => ({
      name,
      ...(await judge(har, isPriced && n % 2 === 0)),
    })),
  );
  const failed = reports.filter(({ verdict }) => verdict === 'nonconformant');
  const open = reports.filter(({ verdict }) => verdict === 'inconclusive');

  expect(failed.map(({ name, summary }) => `${name}: ${summary}`)).toEqual([]);
  expect(open.length, open.map(({ name, summary }) => `${name}: ${summary}`).join('\n')).toBeLessThanOrEqual(
    recordings.length / 20,
  );
});

// A recording is judged as its traffic was while it passed: masking, writing and reading change no verdict.

const folder = temporaryFolder();

const CARD = '4242424242424242';
const KEY = 'c4n4ryS3cretValue';

const mTxIds = fc.constantFrom('order-1', 'order-2', 'ORDER-1', CARD);
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 3 });
const odd = fc.record({
  amount: fc.constantFrom<unknown>(10, 12.5, 0, -1, '10', 107.97999999999999),
  nicn: fc.constantFrom<unknown>('424242', '42424242', '4242', CARD, 424242),
  region: fc.constantFrom<unknown>('85004', 'AZ', 'Arizona', null),
  mTxId: optional(mTxIds),
  cardToken: optional(fc.constantFrom(KEY, 'tok_1')),
  data: optional(fc.constantFrom([CARD], ['4242 4242 4242 4242'], ['coupon'])),
  campaign: optional(fc.constant(null)),
  mtxid: optional(fc.constant('x')),
});
const plain = fc.record({
  amount: fc.constantFrom<unknown>(10, 25),
  nicn: fc.constant<unknown>('424242'),
  region: fc.constant<unknown>('85004'),
  mTxId: optional(mTxIds),
});
const fees = fc.oneof({ arbitrary: plain, weight: 3 }, odd);
const headers = fc.constantFrom<Readonly<Record<string, string | null>>>(
  {},
  {},
  {},
  {},
  {},
  { 'x-requested-with': null },
  { authorization: null },
  { authorization: `Basic ${KEY}` },
  { 'x-card': CARD, cookie: `session=${KEY}` },
);
const calls = fc.oneof(
  fc.record({ kind: fc.constant('fee' as const), fields: fees, headers }),
  fc.record({ kind: fc.constant('update' as const), fields: fees, headers }),
  fc.record({
    kind: fc.constant('sale' as const),
    fields: fc.record({ mTxId: optional(mTxIds), authCode: fc.constantFrom('A1', CARD) }),
    headers,
  }),
  fc.constant({ kind: 'lost' as const }),
);
const defects = fc.constantFrom(
  undefined,
  'fee-response/has-message-ok',
  'identity/update-by-mtxid-keeps-stxid',
  'identity/stxid-is-unique',
  'sale/answers-stxid-string',
);

type Call = typeof calls extends fc.Arbitrary<infer C> ? C : never;

async function send(list: readonly Call[], options: Parameters<typeof startMock>[0]) {
  await using mock = await startMock(options);
  const source = recordMock(mock);
  const events: TrafficEvent[] = [];
  let sTxId: unknown;
  for (const [index, call] of list.entries()) {
    const merchant = mock.merchants[index % 5 === 4 ? 1 : 0] ?? '';
    const options = call.kind === 'lost' ? {} : { merchant, headers: call.headers };
    if (call.kind === 'lost') events.push({ kind: 'not-judged', why: 'the response never came' });
    else if (call.kind === 'sale') await source.sale({ sTxId, ...call.fields }, options);
    else {
      const answer = await source.fee(
        call.kind === 'update' ? { ...call.fields, sTxId } : call.fields,
        options,
      );
      sTxId = answer['sTxId'] ?? sTxId;
    }
    const seen = events.filter(({ kind }) => kind === 'exchange').length;
    const sent = source.events.slice(seen).map(asProxy);
    events.push(...(index % 6 === 5 ? sent.map(withoutResponse) : sent));
  }

  return events;
}

/** A proxy knows no merchant but that of the token, and leaves nothing out. */
function asProxy(event: SeenExchange): SeenExchange {
  const { exchange } = event;

  return {
    ...event,
    exchange: { ...exchange, isWhole: true, merchant: merchantOf(exchange.request.headers.authorization) },
  };
}

let files = 0;

async function record(events: readonly TrafficEvent[], merchants?: readonly string[]): Promise<string> {
  const path = join(folder, `${++files}.har`);
  const writer = createHarWriter(path, {
    version: '1.2.3',
    merchants,
    onError: raise,
  });
  for (const event of events) writer.write(event);
  await writer.close();

  return path;
}

const PLAIN = [10, 25, 12.5, 10].map((amount) => ({
  kind: 'fee' as const,
  fields: { amount, nicn: '424242', region: '85004', mTxId: undefined },
  headers: {},
}));

test('the verdict of a recording is that of its traffic, and the recording has no secret', async () => {
  const verdicts = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(calls, { minLength: 1, maxLength: 40, size: 'max' }),
      defects,
      async (list, broken) => {
        const events = await send(list, broken === undefined ? {} : { defects: [broken] });
        const judge = createTrafficJudge({ target: 'shop' });
        for (const event of events) judge.observe(event);
        const path = await record(events);
        const passed = judge.report();
        for (const { subject, verdict } of passed.sides) verdicts.add(`${subject} ${verdict}`);

        expect(verdictOf(await checkTraffic({ target: 'shop', events: readHarFiles([path]) }))).toEqual(
          verdictOf(passed),
        );
        expect(readFileSync(path, 'utf8')).not.toMatch(new RegExp(`${KEY}|4242 4242 4242 4242|"${CARD}"`));
      },
    ),
    {
      numRuns: runsOf(60),
      // Few runs need not meet each verdict.
      examples: [
        [PLAIN, undefined],
        [PLAIN, 'fee-response/has-message-ok'],
        [PLAIN.map((call) => ({ ...call, fields: { ...call.fields, nicn: CARD } })), undefined],
      ],
    },
  );

  expect([...verdicts]).toEqual(
    expect.arrayContaining(['client nonconformant', 'service conformant', 'service nonconformant']),
  );
});

const TWO_PRICES = `
merchants:
  shop: { processors: [{ mid: "1", name: a, pricing: { model: percent-plus-fixed, percent: "3", fixed: "0.10" } }] }
  cafe: { processors: [{ mid: "2", name: b, pricing: { model: percent-plus-fixed, percent: "2", fixed: "0.10" } }] }
`;

test.each([
  { claim: 'merchant', known: undefined },
  { claim: 'merchant_id', known: undefined },
  { claim: 'sub', known: ['shop', 'cafe'] },
])(
  'the merchant that the claim $claim names has the same prices in the recording',
  async ({ claim, known }) => {
    const pricing = { path: 'prices.yaml', merchants: parseMerchants(TWO_PRICES, 'prices.yaml') };
    const tokenOf = (merchant: string) =>
      `Bearer eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify({ [claim]: merchant, scope: KEY })).toString('base64url')}.c2lnbmF0dXJl`;
    const events = (cents: number) =>
      tell(({ fee }) => {
        for (const n of [1, 2, 3, 4]) {
          const shop = { headers: { authorization: tokenOf('shop') } };
          fee({ ...FEE, amount: n }, ok(`s-${n}`, (3 * n + 10) / 100), shop);
          const cafe = { headers: { authorization: tokenOf('cafe') } };
          fee({ ...FEE, amount: n }, ok(`c-${n}`, (2 * n + cents) / 100), cafe);
        }
      }).map(asProxy);
    for (const [cents, failed] of [
      [10, []],
      [11, ['fee/matches-reference']],
    ] as const) {
      const judge = createTrafficJudge({ target: 'shop', pricing });
      for (const event of events(cents)) judge.observe(event);
      const live = judge.report();
      const path = await record(events(cents), known);
      const recorded = await checkTraffic({ target: 'shop', events: readHarFiles([path]), pricing });

      expect(failedIn(recorded)).toEqual(failed);
      expect(verdictOf(recorded)).toEqual(verdictOf(live));
      expect(readFileSync(path, 'utf8')).not.toContain(tokenOf('cafe').split('.')[1]);
    }
  },
);

// Where nothing is left out, as through the proxy, a success that is called JSON and is none is named.

async function outcomeOf(times: number, change: (json: string) => string, type = 'application/json') {
  const service = createService();
  let left = times;
  const shop = createShop((call) => {
    const answer = service(call);
    left -= 1;

    return left < 0 ? answer : { ...answer, body: change(JSON.stringify(answer.body)), type };
  });
  for (let amount = 1; amount < 10; amount += 1) shop.fee({ amount, nicn: '424242', region: '85004' });
  const har = toHar(shop.entries.toReversed());
  async function* events() {
    for await (const batch of readHarFiles([bytesOf(har)]))
      yield batch.map((event) =>
        event.kind === 'exchange'
          ? { ...event, exchange: { ...event.exchange, isWhole: true as const } }
          : event,
      );
  }
  const report = await checkTraffic({ events: events(), target: 'a.har', sides: ['service'] });
  const [side] = report.sides;

  return [side?.verdict, side?.rules.find(({ id }) => id === 'fee-response/is-json-object')?.outcome];
}

const withNaN = (json: string) => json.replace(/"transactionFee":[^,]*/, '"transactionFee":NaN');

test('a success that is no JSON fails the service, and once leaves the verdict open', async () => {
  expect(await outcomeOf(3, withNaN)).toEqual(['nonconformant', 'fail']);
  expect(await outcomeOf(3, (json) => `${json}${json}`)).toEqual(['nonconformant', 'fail']);
  expect(await outcomeOf(1, withNaN)).toEqual(['inconclusive', 'unstable']);
});

test('a page of a gateway, and an empty answer, are none of this', async () => {
  expect(await outcomeOf(3, () => '<html>Back soon</html>', 'text/html')).toEqual(['conformant', 'pass']);
  expect(await outcomeOf(3, () => '')).toEqual(['conformant', 'pass']);
});
