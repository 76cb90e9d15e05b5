/** A service that behaves as the document allows is never accused, whatever its clients do; and legal clients never are. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkTraffic } from '../../conformance/index.ts';
import {
  CHOICE_NAMES,
  type ChoiceName,
  type Choices,
  optionsOf,
  STRICT_CHOICES,
} from '../../src/contract/choices.ts';
import type { SeenExchange, TrafficEvent } from '../../src/exchange/traffic-event.ts';
import { createMock, type MockOptions } from '../../src/mock/index.ts';
import { runsOf, sampled, testOnce } from '../support/sampled.ts';
import {
  type Cart,
  legalCart,
  recordMock,
  shopAll,
  stumble,
  withoutResponse,
} from '../support/traffic-source.ts';

const CARTS = fc.sample(legalCart, { numRuns: 24, seed: 5 });

async function* inOrder(events: readonly TrafficEvent[]) {
  yield* events;
}

async function record(options: MockOptions, carts: readonly Cart[], mistakes: boolean) {
  await using mock = await createMock(options);
  const source = recordMock(mock);
  await shopAll(carts, source);
  if (mistakes) await stumble(source, 2);

  return source.events;
}

async function failedIn(events: readonly TrafficEvent[], sides: readonly ('client' | 'service')[]) {
  const report = await checkTraffic({ events: inOrder(events), target: 'recording', sides });

  return report.sides.flatMap(({ rules }) =>
    rules.filter(({ outcome }) => outcome === 'fail').map(({ id, reason }) => `${id}: ${reason}`),
  );
}

/** The suite warns of these options too. */
const WARNED: Readonly<Record<string, readonly string[]>> = {
  'response-media-type=json-suffix': ['transport/content-type-json'],
  'response-media-type=text-plain': ['transport/content-type-json'],
  'response-media-type=none': ['transport/content-type-json'],
  'missing-token=take': ['auth/refuses-missing-token'],
};

/** Every option but the default ones, which the mock as it comes has. */
const SETTINGS = CHOICE_NAMES.flatMap((name) =>
  optionsOf<ChoiceName>(name)
    .slice(1)
    .map((option) => [`${name}=${option}`, { [name]: option } as Choices] as const),
);

test.each(sampled(SETTINGS, 2))(
  'a service with %s is not accused by ordinary traffic',
  async (setting, choices) => {
    const failed = await failedIn(await record({ choices }, CARTS, true), ['service']);
    const allowed = WARNED[setting] ?? [];

    expect(failed.filter((text) => !allowed.some((id) => text.startsWith(id)))).toEqual([]);
  },
);

const MIXED: readonly (readonly [string, MockOptions])[] = [
  ['the default options', {}],
  ['strict', { choices: STRICT_CHOICES }],
  ['grease 1', { grease: 1 }],
  ['grease 2', { grease: 2 }],
  ['grease 3', { grease: 3 }],
];

test.each(sampled(MIXED, 1))('a service with %s is not accused by ordinary traffic', async (_, options) => {
  const failed = await failedIn(await record(options, CARTS, true), ['service']);
  const isWarned = (text: string) => text.startsWith('transport/content-type-json');

  expect(failed.filter((text) => !isWarned(text))).toEqual([]);
});

/** What recorders leave out, and what networks do. */
type Flaw = (event: SeenExchange) => readonly SeenExchange[];

const FLAWS: readonly Flaw[] = [
  (event) => [event],
  (event) => [event],
  (event) => [event, { ...event, exchange: { ...event.exchange, id: 'again' } }],
  () => [],
  (event) => [{ ...event, exchange: { ...event.exchange, delivery: 'lost' } }],
  (event) => [withoutResponse(event)],
  (event) => [
    {
      ...event,
      exchange: {
        ...event.exchange,
        lacks: ['response-body'],
        response: { ...event.exchange.response, body: '' },
      },
    },
  ],
  (event) => [
    {
      ...event,
      exchange: {
        ...event.exchange,
        lacks: ['request-body'],
        request: { ...event.exchange.request, body: undefined },
      },
    },
  ],
  (event) => [withoutHeaders(event, 'authorization')],
  (event) => [withoutHeaders(event, 'authorization', 'x-requested-with', 'content-type')],
];

/** Of a gateway. A client that goes on as if it had got a fee is none that keeps to the rules. */
const badGateway: Flaw = (event) => [
  {
    ...event,
    exchange: {
      ...event.exchange,
      response: { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>Bad Gateway</html>' },
    },
  },
];

function withoutHeaders(event: SeenExchange, ...names: readonly string[]): SeenExchange {
  const { exchange } = event;
  const headers = Object.fromEntries(
    Object.entries(exchange.request.headers).filter(([name]) => !names.includes(name)),
  );
  const lacks =
    names.length > 1 ? (['authorization', 'request-headers'] as const) : (['authorization'] as const);

  return {
    ...event,
    exchange: { ...exchange, lacks, merchant: undefined, request: { ...exchange.request, headers } },
  };
}

test.each([
  ['legal clients and a sound service are not accused by gaps and duplicates', FLAWS, ['client', 'service']],
  [
    'a sound service is not accused by gaps, duplicates and errors of gateways',
    [...FLAWS, badGateway],
    ['service'],
  ],
] as const)('%s', async (_, flaws, sides) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(legalCart, { minLength: 1, maxLength: 12 }),
      fc.infiniteStream(fc.constantFrom(...flaws)),
      async (carts, stream) => {
        const events = await record({}, carts, sides.length === 1);
        const flawed = events.flatMap((event) => stream.next().value(event));

        expect(await failedIn(flawed, sides)).toEqual([]);
      },
    ),
    { numRuns: runsOf(15) },
  );
});

testOnce('legal clients are not accused by a whole recording, and are judged', async () => {
  const events = await record({}, CARTS, false);
  const report = await checkTraffic({ events: inOrder(events), target: 'recording' });

  expect(report.sides.map(({ subject, verdict }) => [subject, verdict])).toEqual([
    ['client', 'conformant'],
    ['service', 'conformant'],
  ]);
});

/** Events out of order by a few places, as recorders write them. */
testOnce('a recording that is not quite in order is judged as one in order', async () => {
  const events = await record({}, CARTS, false);
  const mixed = events
    .map((event, index) => ({ event, at: index + (index % 7) }))
    .toSorted((a, b) => a.at - b.at);

  expect(
    await failedIn(
      mixed.map(({ event }) => event),
      ['client', 'service'],
    ),
  ).toEqual([]);
});
