/** Services with one unusual form, a row for each: of refusals, answers, identifiers, fees, gateways; of what they let pass. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answering, checkFee, checkSale, REFERENCE } from '../reference.ts';
import { cents, isStranger, type LegalService, legal, OPEN_FEES, textsOf } from './legal-service.ts';

type Make = LegalService['make'];
type More = Parameters<typeof legal>[3];

const all = (like: string, makes: Readonly<Record<string, Make>>, more?: More): readonly LegalService[] =>
  Object.entries(makes).map(([name, make]) => legal(name, like, make, more));

/** Not named by the document, and understood by all clients that read the status and the message. */
const REFUSALS: readonly [form: string, status: number, type: string | undefined, text: string][] = [
  ['409 and a page that names fields', 409, 'text/html', '<h1>No</h1><p>sTxId transactionFee</p>'],
  ['302 to nowhere', 302, undefined, ''],
  ['422 that says ok', 422, 'application/json', '{"message":"ok"}'],
  ['a 2xx of nulls', 200, 'application/json', '{"transactionFee":null,"sTxId":null,"message":null}'],
  ['a 2xx with an error', 200, 'application/json', '{"error":{"code":12}}'],
  ['a 2xx with an empty object', 200, 'application/json', '{}'],
  ['a 2xx with a page', 200, 'text/html', '<h1>No</h1>'],
  ['a 2xx without a body', 200, undefined, ''],
  ['204', 204, undefined, ''],
  ['a 2xx with null', 200, 'application/json', 'null'],
  ['a 2xx with a text', 200, 'application/json', '"invalid"'],
  [
    'a page with links',
    400,
    'text/html',
    '<script src="/usr/app/main.js"></script><a href="/var/help.php">Please select from the list</a>',
  ],
];

const refusal = (status: number, type: string | undefined, text: string) => ({
  refusal: () => ({ status, type, text }),
});

const otherMethods = (answer: (response: ServerResponse) => unknown): Make => {
  return () => answering(({ method }) => method !== 'POST', answer);
};

const strangers = (answer: (response: ServerResponse, request: IncomingMessage) => unknown): Make => {
  return () => answering(isStranger, answer);
};

/** Treats bodies above a MiB in a way of its own. */
const largeBodies = (act: (request: IncomingMessage, response: ServerResponse) => unknown): Make => {
  return () => ({
    onArrival(request, response) {
      const isLarge = Number(request.headers['content-length'] ?? 0) > 2 ** 20;
      if (isLarge) act(request, response);

      return isLarge;
    },
  });
};

/** Treats every call of a client in this way once it has guessed two tokens. */
const guessers = (lock: (response: ServerResponse, request: IncomingMessage) => unknown): Make => {
  return () => {
    let guesses = 0;

    return {
      onArrival(request, response) {
        if (isStranger(request)) guesses++;
        if (guesses > 2) lock(response, request);

        return guesses > 2;
      },
    };
  };
};

const OPEN_SALE = { open: ['sale/requires-stxid-or-mtxid'] } as const;
const SERVER_ERRORS = { breaks: ['robustness/no-server-error-on-bad-input'] } as const;
/** Some of what they do differently is not tried at less. */
const AT_STANDARD = { effort: 'standard', file: { limits: { timeout: 3000 } } } as const;

export const FORMS: readonly LegalService[] = [
  ...REFUSALS.map(([form, ...written]) =>
    // A sale without an identifier that gets such a 2xx may be an accepted one.
    legal(`refuses with ${form}`, 'hand-written services', () => refusal(...written), OPEN_SALE),
  ),
  ...all(
    'frameworks without a handler of errors, gateways',
    {
      'refuses with 500 as text': () => refusal(500, 'text/plain', 'Internal Server Error'),
      'refuses with 503 and no body': () => refusal(503, undefined, ''),
      'refuses in another form each time'() {
        let number = 0;
        const forms = [
          { status: 400, type: 'application/json', text: '{"message":"no"}' },
          { status: 404, type: undefined, text: '' },
          { status: 200, type: 'application/json', text: '{"message":"no"}' },
          { status: 500, type: 'text/html', text: '<h1>No</h1>' },
        ];

        return { refusal: () => forms[number++ % forms.length]! };
      },
    },
    SERVER_ERRORS,
  ),
  ...all(
    'services that number everything',
    {
      'refuses with a 2xx, a fee of zero and an sTxId'() {
        let number = 0;

        return {
          refusal: (message) => ({
            status: 200,
            type: 'application/json',
            text: JSON.stringify({ transactionFee: 0, sTxId: `refused-${++number}`, message }),
          }),
        };
      },
      'answers a sale of an unknown transaction with an sTxId and a message': () => ({
        refusal: (message) => ({
          status: 200,
          type: 'application/json',
          text: JSON.stringify({ sTxId: 'none', message }),
        }),
      }),
    },
    OPEN_SALE,
  ),
  ...all('services that say much', {
    'forbids a sale of an unknown transaction': () => ({
      refusal: (why) => ({ ...REFERENCE.refusal(why), status: why === 'no such transaction' ? 403 : 422 }),
    }),
    'repeats the request in its refusals, without digits of cards'() {
      let last = '';

      return {
        onBody: (text) => {
          last = text.replaceAll(/\d{9,}/g, '(a card number)');
        },
        refusal: (why) => ({ ...REFERENCE.refusal(why), text: JSON.stringify({ why, got: last }) }),
      };
    },
    'quotes up to 8 digits of a card': () => ({
      checkFee: (request, ...rest) => {
        const why = checkFee(request, ...rest);

        return why === undefined ? undefined : `${why}: ${String(request['nicn']).slice(0, 8)}`;
      },
    }),
    'has more fields in its answers, some with names of the document': () => ({
      feeResponse: (body, request) => ({
        transactionFeePercent: 2.9,
        ...{ ...body, error: null, errors: [], success: true, request },
      }),
      saleResponse: (body) => ({ ...body, message: 'ok', status: 'captured', sale: { sTxId: 'inner' } }),
    }),
    'answers a sale with another message': () => ({
      saleResponse: (body) => ({ ...body, message: 'sale recorded' }),
    }),
    'writes its media type in other letters': () => ({ type: 'Application/JSON ; charset="UTF-8"' }),
    'answers with 299': () => ({ feeStatus: 299, saleStatus: 299 }),
  }),
  ...all('sequences, hashes, legacy keys', {
    'pads the numbers of its transactions': () => ({ createStxid: (n) => String(n).padStart(12, '0') }),
    'has sTxIds like floats': () => ({ createStxid: (n) => `1e${n}` }),
    'has sTxIds of signs and other scripts': () => ({ createStxid: (n) => `№ ${n}/"it's" $A \\ 価` }),
    // In no mixture with a limit on bodies, which no update could keep.
    'has sTxIds of 2,000 characters': () => ({
      createStxid: (n) => 'x'.repeat(2000) + n,
      onArrival: REFERENCE.onArrival,
    }),
    // Bits of the number as letters: `aaA`, `aAa`, `aAA`.
    'has sTxIds that differ in case alone': () => ({
      createStxid: (n) => n.toString(2).padStart(16, '0').replaceAll('0', 'a').replaceAll('1', 'A'),
    }),
    'takes an sTxId that a first call brings'() {
      let brought: unknown;

      return {
        unknownStxid: 'new-transaction',
        normalizeRequest(request) {
          brought = request['sTxId'];

          return request;
        },
        createStxid: (n) => (typeof brought === 'string' ? brought : `tx-${n}`),
      };
    },
  }),
  ...all(
    'free programs, flat fees',
    {
      'charges nothing': () => ({ calculateFee: () => 0 }),
      'charges the same for every amount': () => ({ calculateFee: () => 1.5 }),
      'charges more for an order with an mTxId': () => ({
        calculateFee: (request, context) =>
          cents(REFERENCE.calculateFee(request, context) + (request['mTxId'] === undefined ? 0 : 0.25)),
      }),
    },
    OPEN_FEES,
  ),
  ...all(
    'engines that leave rounding to the client',
    { 'calculates in binary floats': () => ({ calculateFee: ({ amount }) => Number(amount) * 0.1 * 3 }) },
    { breaks: ['fee-response/fee-has-cents'] },
  ),
  legal('has fees that binary floats cannot hold', 'large amounts', () => ({
    calculateFee: ({ amount }) => Math.round(Number(amount) * 100 + 800_000_007) / 100,
  })),
  legal(
    'charges by the length of nicn and region',
    'tables by issuer and county',
    () => ({
      calculateFee: (request, context) =>
        cents(
          REFERENCE.calculateFee(request, context) +
            String(request['nicn']).length +
            String(request['region']).length,
        ),
    }),
    { breaks: ['region/forms-agree'] },
  ),
  ...all('state machines', {
    'forgets the mTxId of what is sold': () => ({
      updateAfterSale: 'new-transaction',
      secondSale: 'refused',
    }),
    'sold constructor and __proto__ in an earlier run': () => ({
      updateAfterSale: 'refused',
      secondSale: 'refused',
      findTransaction: (known, request) => {
        const { mTxId } = request;
        const isOld = mTxId === 'constructor' || mTxId === '__proto__';

        return isOld && request['sTxId'] === undefined
          ? { merchant: 'one', sTxId: `old-${mTxId}`, mTxId, request: {}, sold: true }
          : REFERENCE.findTransaction(known, request);
      },
    }),
    'repeats its answer to a first call with the same mTxId and fields'() {
      const answers = new Map<string, unknown>();

      return {
        feeResponse: (body, request) => {
          const key = JSON.stringify(request);
          const known = answers.get(key) ?? body;
          if (request['mTxId'] !== undefined && request['sTxId'] === undefined) answers.set(key, known);

          return request['mTxId'] === undefined ? body : known;
        },
      };
    },
  }),
  ...all('lax services', {
    'takes an authCode of any type': () => ({
      checkSale: (request, found) => checkSale({ ...request, authCode: undefined }, found),
    }),
    'uses its one processor whatever is named': () => ({
      checkFee: (request, moment, found) =>
        checkFee(
          moment.merchant === 'one' && typeof request['processor'] === 'string'
            ? { ...request, processor: 'alpha' }
            : request,
          moment,
          found,
        ),
    }),
    'takes a part of a cent more than the total': () => ({
      checkFee: (request, ...rest) => {
        const { totalAmount } = request;

        return checkFee(
          typeof totalAmount === 'number' ? { ...request, totalAmount: totalAmount + 0.01 } : request,
          ...rest,
        );
      },
    }),
  }),
  legal(
    'takes an empty region and a single campaign',
    'form encoders',
    () => ({
      normalizeRequest: ({ campaign, region, ...request }) => ({
        ...request,
        ...(region !== undefined && { region: region === '' ? 'AZ' : region }),
        ...(campaign !== undefined && { campaign: typeof campaign === 'string' ? [campaign] : campaign }),
      }),
    }),
    { breaks: ['fee-request/refuses-wrong-types', 'region/refuses-unknown'] },
  ),
  legal(
    'sells whatever is named',
    'queues that take every sale',
    () => ({
      checkSale: (request, found) =>
        (request['sTxId'] ?? request['mTxId']) === undefined ? checkSale(request, found) : undefined,
      saleResponse: (body, { sTxId }) => ({ ...body, sTxId: body['sTxId'] ?? sTxId ?? 'unknown' }),
    }),
    { breaks: ['sale/refuses-unknown-transaction', 'fee-request/refuses-wrong-types'] },
  ),
  legal('counts texts of 96 in UTF-8, and takes what prints alone', 'VARCHAR(96) in bytes', () => {
    const isOdd = (text: string) => Buffer.byteLength(text) > 96 || /\p{C}/u.test(text) || text.trim() === '';
    const odd = ({ sTxId: _, ...request }: Readonly<Record<string, unknown>>) =>
      textsOf(request).some(isOdd) ? 'odd text' : undefined;

    return {
      checkFee: (...call) => checkFee(...call) ?? odd(call[0]),
      checkSale: (...call) => checkSale(...call) ?? odd(call[0]),
    };
  }),
  legal('answers 200 with a page to __proto__ as mTxId', 'firewalls that hide', () => ({
    checkBody: (body) => (/"mTxId":"__proto__"/.test(body) ? BLOCKED : undefined),
    refusal: (reason) =>
      reason === BLOCKED ? { status: 200, type: 'text/html', text: BLOCKED } : REFERENCE.refusal(reason),
  })),
  ...all(
    'gateways, proxies, firewalls',
    {
      'implements no other methods': otherMethods((response) =>
        response.writeHead(501, { allow: 'POST' }).end(),
      ),
      'refuses other methods for their version of HTTP': otherMethods((response) =>
        response.writeHead(505).end(),
      ),
      'puts off other methods for a while'() {
        let times = 0;

        return answering(
          ({ method }) => method !== 'POST' && times++ % 2 === 0,
          (response) => response.writeHead(503, { 'retry-after': '0' }).end(),
        );
      },
      'shows by GET how it is used': otherMethods((response) =>
        response.end('{"usage":{"transactionFee":1,"sTxId":"x","message":"ok"}}'),
      ),
      'shows strangers and other methods a page of more than a MiB': () =>
        answering(
          (request) => isStranger(request) || request.method !== 'POST',
          (response) => response.end('<p>Hello</p>'.repeat(100_000)),
        ),
      'refuses with more than a MiB': () => ({
        refusal: (why) => ({ ...REFERENCE.refusal(why), text: why + '.'.repeat(1_100_000) }),
      }),
      'leads strangers to another origin': strangers((response) =>
        response.writeHead(307, { location: 'https://login.example.com/' }).end(),
      ),
      'leads strangers to a page of their own': () =>
        answering(
          (request) => request.url?.startsWith('/login') === true || isStranger(request),
          (response, { url }) =>
            url?.startsWith('/login') === true
              ? response.end('<html>Who are you?</html>')
              : response.writeHead(308, { location: '/login' }).end(),
        ),
      'answers strangers with 400': strangers((response) => response.writeHead(400).end()),
      'answers strangers with a 2xx that says no': strangers((response) =>
        response.end('{"message":"who are you?"}'),
      ),
      'answers clients without a User-Agent with 403': () =>
        answering(
          ({ headers }) => (headers['user-agent'] ?? '') === '',
          (response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>'),
        ),
      'cuts off a large body': largeBodies(({ socket }) => socket.destroy()),
      'leaves a large body waiting': largeBodies(() => {}),
    },
    AT_STANDARD,
  ),
  // Rules that come after what they do have no answer.
  ...all(
    'rate-based rules of firewalls, fail2ban',
    {
      'puts off a large body for a minute': largeBodies((_, response) =>
        response.writeHead(503, { 'retry-after': '60', connection: 'close' }).end(),
      ),
      'refuses everything of a client that guesses tokens': guessers((response) =>
        response.writeHead(423).end('locked'),
      ),
      'locks out a client that guesses tokens with a success status': guessers((response) =>
        response.end('{"message":"locked"}'),
      ),
      'cuts off a client that guesses tokens': guessers((_, { socket }) => socket.destroy()),
    },
    {
      ...AT_STANDARD,
      open: ['auth/refuses-missing-token', 'auth/refuses-invalid-token', 'robustness/refuses-oversized-body'],
      breaks: [],
    },
  ),
];

const BLOCKED = '<h1>The request was blocked</h1>';
