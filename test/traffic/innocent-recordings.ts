/** Legal services, sound clients, and the recorders between them, combined to recordings that accuse neither. */
import {
  type Call,
  createService,
  createShop,
  type Entry,
  type ServiceStyle,
  type Shop,
  toHar,
} from './shop.ts';

const SERVICES: Readonly<Record<string, ServiceStyle>> = {
  plain: {},
  'answers 201': { status: 201 },
  'counts its sTxIds': { sTxIdOf: (n) => String(10_000 + n) },
  'has short sTxIds': { sTxIdOf: (n) => `t${n}` },
  'adds fields': { more: { currency: 'USD', _links: { self: '/x' } } },
  'refuses with 200': { refusal: { status: 200, body: { message: 'declined' } } },
  'refuses with 200 and zeros': {
    refusal: { status: 200, body: { message: 'declined', transactionFee: 0, sTxId: '' } },
  },
  'refuses with a page': { refusal: { status: 400, body: '<h1>Bad request</h1>', type: 'text/html' } },
  'forgets after a sale': { forgetsSold: true },
  'refuses a second sale': { refusesSecondSale: true },
  'folds mTxIds': { keyOf: (mTxId) => mTxId.trim().toLowerCase() },
  'drops late mTxIds': { dropsLateMtxids: true },
  'varies its fees': { varies: true },
  'has no fees': { isFree: true },
};

type Client = (shop: Shop, order: number) => void;

const CARDS = ['424242', '41111111', '5555555'];
const REGIONS = ['85004', 'AZ', 'US-AZ', '02134-1000'];

const cart = (order: number) => ({
  amount: 25,
  nicn: CARDS[order % CARDS.length],
  region: REGIONS[order % REGIONS.length],
});

const priced = (order: number) => ({ ...cart(order), amount: Math.round((20 + order * 1.37) * 100) / 100 });

const CLIENTS: Readonly<Record<string, Client>> = {
  'prices by sTxId': ({ fee, sale }, order) => {
    const { sTxId } = fee(priced(order));
    for (let n = 0; n < order % 4; n++) fee({ ...priced(order), amount: 50 + n, sTxId });
    if (order % 3 > 0) sale({ sTxId, authCode: `A${order}` });
  },
  'prices by mTxId': ({ fee, sale }, order) => {
    const mTxId = `order-${order}`;
    fee({ ...priced(order), mTxId });
    for (let n = 0; n < order % 3; n++) fee({ ...priced(order), amount: 60 + n, mTxId });
    if (order % 4 > 0) sale({ mTxId });
  },
  'names both': ({ fee, sale }, order) => {
    const mTxId = `${1000 + order}`;
    const { sTxId } = fee({ ...priced(order), mTxId });
    fee({ ...priced(order), amount: 70, sTxId, mTxId });
    sale({ sTxId, mTxId, authCode: `B${order}` });
  },
  'gives the mTxId late': ({ fee, sale }, order) => {
    const { sTxId } = fee(priced(order));
    const mTxId = `late-${order}`;
    if (order % 2 === 0) fee({ ...priced(order), amount: 80, sTxId, mTxId });
    sale({ sTxId, mTxId });
  },
  'repeats what was lost': ({ fee, sale }, order) => {
    const [mTxId, lost] = [`retry-${order}`, order % 5 === 1];
    if (lost) fee({ ...priced(order), mTxId }, { lost });
    const { sTxId } = fee({ ...priced(order), mTxId });
    if (order % 7 === 3) sale({ sTxId, authCode: 'C' }, { lost: true });
    sale({ sTxId, authCode: 'C' });
  },
  'mends what was refused': ({ fee, sale }, order) => {
    const mTxId = `mended-${order}`;
    if (order % 4 === 0) fee({ ...priced(order), region: 'ZZ', mTxId });
    fee({ ...priced(order), mTxId });
    sale({ mTxId });
  },
  'uses mTxIds again': ({ fee, sale, wait }, order) => {
    const mTxId = `till-${order % 3}`;
    const { sTxId } = fee({ ...cart(0), amount: 20 + order, mTxId });
    sale({ sTxId, authCode: `D${order}` });
    wait(60_000);
  },
  'has two merchants': ({ fee, sale }, order) => {
    for (const merchant of [0, 1]) {
      const { sTxId } = fee({ ...priced(order), mTxId: `cart-${order}` }, { merchant });
      sale({ sTxId }, { merchant });
    }
  },
  'sells abroad': ({ fee, sale }, order) => {
    const { sTxId } = fee({ amount: 30 + order, nicn: '424242', region: 'ON', country: '124' });
    fee({ amount: 31 + order, nicn: '424242', region: 'ON', country: '124', sTxId });
    sale({ sTxId });
  },
  'pays in parts': ({ fee, sale }, order) => {
    for (const amount of [40, 60]) {
      const { sTxId } = fee({ ...cart(order), amount, totalAmount: 100, campaign: ['a'], data: ['c-7'] });
      sale({ sTxId, authCode: `${amount}` });
    }
  },
  'has an expired token': ({ fee, sale }, order) => {
    let given = fee(priced(order));
    while (!given.isAccepted) given = fee(priced(order));
    const { sTxId } = given;
    while (!sale({ sTxId, authCode: 'E' }).isAccepted);
  },
};

type Recorder = (entries: readonly Entry[]) => readonly object[];

const without = (names: readonly string[]) => (entry: Entry) => ({
  ...entry,
  request: {
    ...entry.request,
    headers: entry.request.headers.filter(({ name }) => !names.includes(name)),
  },
});

const withAnswer = (entry: Entry, change: (text: string) => object): object => ({
  ...entry,
  response: {
    ...entry.response,
    content: { ...entry.response.content, text: undefined, ...change(entry.response.content.text ?? '') },
  },
});

const preflight = (entry: Entry) => ({
  ...entry,
  request: {
    ...entry.request,
    method: 'OPTIONS',
    headers: [{ name: 'origin', value: 'https://shop.test' }],
    postData: undefined,
  },
  response: { ...entry.response, status: 204, content: { size: 0, mimeType: '' } },
});

const elsewhere = (entry: Entry) => ({
  ...entry,
  request: { ...entry.request, method: 'GET', url: 'https://cdn.shop.test/app.js', postData: undefined },
});

export const RECORDERS: Readonly<Record<string, Recorder>> = {
  'of everything': (entries) => entries,
  'begun late': (entries) => entries.slice(Math.floor(entries.length / 3)),
  'ended early': (entries) => entries.slice(0, -4),
  'with a gap': (entries) => entries.filter((_, n) => n < 9 || n > 14),
  'without tokens': (entries) => entries.map(without(['authorization'])),
  'with masked tokens': (entries) =>
    entries.map((entry) => ({
      ...entry,
      request: {
        ...entry.request,
        headers: entry.request.headers.map((each) =>
          each.name === 'authorization' ? { ...each, value: 'Bearer ***' } : each,
        ),
      },
    })),
  'without headers of requests': (entries) =>
    entries.map((entry) => ({ ...entry, request: { ...entry.request, headers: [] } })),
  'without some bodies': (entries) =>
    entries.map((entry, n) => (n % 9 === 4 ? withAnswer(entry, () => ({})) : entry)),
  'with masked fees now and then': (entries) =>
    entries.map((entry, n) =>
      n % 9 === 5
        ? withAnswer(entry, (text) => ({
            text: text.replace(/"transactionFee":[\d.]+/, '"transactionFee":"***"'),
          }))
        : entry,
    ),
  'in base64': (entries) =>
    entries.map((entry) =>
      withAnswer(entry, (text) => ({ text: Buffer.from(text).toString('base64'), encoding: 'base64' })),
    ),
  'of HTTP/2': (entries) =>
    entries.map((entry) => ({
      ...entry,
      request: {
        ...entry.request,
        httpVersion: 'h2',
        headers: [
          { name: ':authority', value: 'fees.shop.test' },
          ...without(['host'])(entry).request.headers,
        ],
      },
    })),
  'with preflights and other hosts': (entries) =>
    entries.flatMap((entry) => [preflight(entry), entry, elsewhere(entry)]),
  'in another order': (entries) =>
    entries
      .flatMap((_, n) => (n % 2 === 0 ? [entries[n + 1], entries[n]] : []))
      .flatMap((entry) => entry ?? []),
  'of a file and its copy': (entries) => [...entries, ...entries],
  'without dates': (entries) =>
    entries.map((entry) => ({
      ...entry,
      response: { ...entry.response, headers: entry.response.headers.filter(({ name }) => name !== 'date') },
    })),
};

export interface Recording {
  readonly name: string;
  /** Whether its fees are those of the merchant file. */
  readonly isPriced: boolean;
  readonly har: string;
}

const ORDERS = 12;

/** Every service with every client, each recorder in turn. */
export function innocentRecordings(): readonly Recording[] {
  const recorders = Object.entries(RECORDERS);
  let next = 0;

  return Object.entries(SERVICES).flatMap(([service, style]) =>
    Object.entries(CLIENTS).flatMap(([client, shopping]) =>
      [0, 1].map(() => {
        const [recorder, record] = recorders[next++ % recorders.length] ?? [
          '',
          (all: readonly Entry[]) => all,
        ];
        const serve = createService(style);
        let calls = 0;
        const shop = createShop((call: Call) => {
          calls++;
          // Between two others the token has expired, and a gateway is busy.
          if (client === 'has an expired token' && calls % 11 === 5)
            return { status: calls % 2 === 0 ? 401 : 503, body: {} };

          return serve(call);
        });
        for (let order = 0; order < ORDERS; order++) shopping(shop, order);

        return {
          name: `${client} at a service that ${service}, a recording ${recorder}`,
          isPriced: !style.varies && !style.isFree && client !== 'sells abroad',
          har: toHar(record(shop.entries)),
        };
      }),
    ),
  );
}
