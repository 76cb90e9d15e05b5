/** Unusual but legal behaviors, which the document does not specify (sections 3, 4, 7, 8). */
import { FEE_FIELDS } from '../support/ask-mock.ts';
import {
  type CallContext,
  checkSale,
  type Fields,
  type RawResponse,
  REFERENCE,
  type ReferenceBehavior,
} from './reference.ts';

/** A firewall that refuses clients without a user agent. */
const behindFirewall: Partial<ReferenceBehavior> = {
  onArrival({ headers }, response) {
    const isNamed = (headers['user-agent'] ?? '') !== '';
    if (!isNamed) response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>403 Forbidden</h1>');

    return !isNamed;
  },
};

const BLOCKED = '<h1>The request was blocked</h1>';

/** Each creates a new behavior, since some count calls. Those with the same word before a colon are not combined, and those without one are not drawn. */
export const ODDITIES: Readonly<Record<string, () => Partial<ReferenceBehavior>>> = {
  'firewall: clients without a User-Agent are refused': () => behindFirewall,
  'firewall: a page with status 200 for __proto__ as mTxId': () => ({
    checkBody: (body) => (/"mTxId":"__proto__"/.test(body) ? BLOCKED : undefined),
    refusal: (reason) =>
      reason === BLOCKED ? { status: 200, type: 'text/html', text: BLOCKED } : REFERENCE.refusal(reason),
  }),
  'status: 201 for fees': () => ({ feeStatus: 201 }),
  'status: 202 for fees and 201 for sales': () => ({ feeStatus: 202, saleStatus: 201 }),
  'status: 299 for all': () => ({ feeStatus: 299, saleStatus: 299 }),
  'refusal: 400 as problem': () => refusal(400, 'application/problem+json', '{"title":"no","status":400}'),
  'refusal: 404 without a body': () => refusal(404, undefined, ''),
  'refusal: 409 as HTML': () => refusal(409, 'text/html', '<h1>No</h1><p>sTxId transactionFee</p>'),
  'refusal: 500 as text': () => refusal(500, 'text/plain', 'Internal Server Error'),
  'refusal: 503 without a body': () => refusal(503, undefined, ''),
  'refusal: 302 to a page': () => refusal(302, undefined, ''),
  'refusal: 422 that says ok': () => refusal(422, 'application/json', '{"message":"ok"}'),
  'refusal: 2xx with another message': () => refusal(200, 'application/json', '{"message":"invalid"}'),
  'refusal: 2xx with another message and a fee of zero': () =>
    refusal(200, 'application/json', '{"message":"declined","transactionFee":0}'),
  'refusal: 2xx with a fee of zero and an sTxId': () => {
    let number = 0;

    return {
      refusal: () => {
        const body = { transactionFee: 0, sTxId: `refused-${++number}`, message: 'invalid' };

        return { status: 200, type: 'application/json', text: JSON.stringify(body) };
      },
    };
  },
  'refusal: 2xx with all fields null': () =>
    refusal(200, 'application/json', '{"transactionFee":null,"sTxId":null,"message":null}'),
  'refusal: 2xx with an error': () => refusal(200, 'application/json', '{"error":{"code":12}}'),
  'refusal: 2xx with an empty object': () => refusal(200, 'application/json', '{}'),
  'refusal: 2xx as HTML': () => refusal(200, 'text/html', '<h1>No</h1>'),
  'refusal: 2xx without a body': () => refusal(200, undefined, ''),
  'refusal: 204': () => refusal(204, undefined, ''),
  'refusal: 2xx with null': () => refusal(200, 'application/json', 'null'),
  'refusal: 2xx with a text': () => refusal(200, 'application/json', '"invalid"'),
  'refusal: another one each time': () => {
    let number = 0;
    const forms: readonly RawResponse[] = [
      { status: 400, type: 'application/json', text: '{"message":"no"}' },
      { status: 404, type: undefined, text: '' },
      { status: 200, type: 'application/json', text: '{"message":"no"}' },
      { status: 500, type: 'text/html', text: '<h1>No</h1>' },
    ];

    return { refusal: () => forms[number++ % forms.length]! };
  },
  'sTxId: digits alone': () => ({ createStxid: (number) => String(1_000_000 + number) }),
  'sTxId: from 1': () => ({ createStxid: String }),
  'sTxId: a UUID in upper case': () => ({ createStxid: () => crypto.randomUUID().toUpperCase() }),
  'sTxId: leading zeros': () => ({ createStxid: (number) => String(number).padStart(12, '0') }),
  'sTxId: like a float': () => ({ createStxid: (number) => `1e${number}` }),
  'sTxId: spaces, quotes and scripts': () => ({ createStxid: (number) => `№ ${number}/"it's" $A \\ 価` }),
  'sTxId: very long': () => ({ createStxid: (number) => 'x'.repeat(2000) + number }),
  'sTxId: distinct only by case': () => ({ createStxid: caseCounter }),
  'fee: zero': () => ({ calculateFee: () => 0 }),
  'fee: the same for every amount': () => ({ calculateFee: () => 1.5 }),
  'fee: three decimals': () => ({ calculateFee: ({ amount }) => Math.round(Number(amount) * 29.015) / 1000 }),
  'fee: binary noise': () => ({ calculateFee: ({ amount }) => Number(amount) * 0.1 * 3 }),
  'fee: another at every call': () => ({ calculateFee: (_, { call }) => (call % 17) / 4 }),
  'fee: another after some hundred calls': () => ({
    calculateFee: (request, moment) =>
      cents(REFERENCE.calculateFee(request, moment) + (moment.call > 300 ? 1 : 0)),
  }),
  'fee: another with an mTxId': () => ({
    calculateFee: (request, moment) =>
      cents(REFERENCE.calculateFee(request, moment) + (request['mTxId'] === undefined ? 0 : 0.25)),
  }),
  'fee: by phases of an A/B test, by mTxId': () => ({
    calculateFee: (request, moment) =>
      cents(REFERENCE.calculateFee(request, moment) + (sumOfCodes(String(request['mTxId'] ?? '')) % 5)),
  }),
  'mTxId: in any case': () => ({
    findTransaction: (known, request) =>
      REFERENCE.findTransaction(known, request) ??
      known.findLast(
        ({ mTxId }) => mTxId !== undefined && !request['sTxId'] && isSameText(mTxId, request['mTxId']),
      ),
  }),
  'fee: by length of nicn and form of region': () => ({
    calculateFee: (request, moment) =>
      cents(
        REFERENCE.calculateFee(request, moment) +
          String(request['nicn']).length +
          String(request['region']).length,
      ),
  }),
  'answer: extra fields': () => ({
    feeResponse: (body, request) => ({
      transactionFeePercent: 2.9,
      ...body,
      error: null,
      errors: [],
      success: true,
      request,
    }),
    saleResponse: (body) => ({ ...body, message: 'ok', status: 'captured', sale: { id: 7, sTxId: 'inner' } }),
  }),
  'answer: a sale with another message': () => ({
    saleResponse: (body) => ({ ...body, message: 'sale recorded' }),
  }),
  'answer: fields in another order': () => ({
    feeResponse: ({ transactionFee, sTxId, message }) => ({ message, sTxId, transactionFee }),
  }),
  'writing: indented': () => ({ serialize: (body) => `\n${JSON.stringify(body, null, '\t')}\n` }),
  'writing: escaped': () => ({ serialize: escaped }),
  'writing: fees as 2.50 and 0e0': () => ({
    serialize: (body) =>
      JSON.stringify(body).replace(/"transactionFee":([\d.]+)/, (_, fee: string) =>
        fee === '0' ? '"transactionFee":0e0' : `"transactionFee":${Number(fee).toFixed(6)}`,
      ),
  }),
  'type: none': () => ({ type: undefined }),
  'type: text/plain': () => ({ type: 'text/plain' }),
  'type: with a charset': () => ({ type: 'application/json; charset=utf-8' }),
  'after: no update after a sale': () => ({ updateAfterSale: 'refused', secondSale: 'refused' }),
  'after: an mTxId is free after its sale': () => ({
    updateAfterSale: 'new-transaction',
    secondSale: 'refused',
  }),
  'after: constructor and __proto__ were sold in an earlier run': () => ({
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
  'unknown: an sTxId that is unknown begins a transaction': () => ({ unknownStxid: 'new-transaction' }),
  'sale: any that names something': () => ({
    checkSale: (request, found) =>
      request['sTxId'] === undefined && request['mTxId'] === undefined
        ? checkSale(request, found)
        : undefined,
    saleResponse: (body, request) => ({ ...body, sTxId: body['sTxId'] ?? request['sTxId'] ?? 'unknown' }),
  }),
  'update: may leave out what is known': () => ({ partialUpdate: 'accepted' }),
  'strict: no unknown fields, no large or odd amounts': () => ({
    checkFee: (request, moment, found) => {
      const amount = Number(request['amount'] ?? 1);
      if (amount === 0 || amount > 5000 || Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6)
        return 'no such amount';
      if (Object.keys(request).some((name) => !KNOWN.has(name))) return 'unknown field';

      return REFERENCE.checkFee(request, moment, found);
    },
  }),
  'strict: an mTxId is 40 letters, digits and dashes': () => ({
    checkFee: (request, moment, found) =>
      /^[\w-]{1,40}$/.test(String(request['mTxId'] ?? 'none'))
        ? REFERENCE.checkFee(request, moment, found)
        : 'no such mTxId',
  }),
  'limits: authCode of 255, ten tags of 50, bodies of 2 KiB': () =>
    limited({ authCode: 255, text: 50, texts: 10, body: 2048, mTxId: 255 }),
  'limits: authCode and tags of 32, five of them, bodies of 1 KiB, mTxIds of 32': () =>
    limited({ authCode: 32, text: 32, texts: 5, body: 1024, mTxId: 32 }),
  'limits: the same in UTF-8 bytes, and nothing that does not print': () =>
    limited({ authCode: 32, text: 32, texts: 5, body: 1024, mTxId: 32 }, (text) =>
      /\p{C}/u.test(text) ? 999 : Buffer.byteLength(text),
    ),
  'update: not to another card': () => keeping('nicn'),
  'update: not to another card, region, country or processor': () =>
    keeping('nicn', 'region', 'country', 'processor'),
  'card tokens: verified': () => ({
    checkFee: (request, moment, found) =>
      [undefined, 'tok_test_1'].includes(request['cardToken'] as string | undefined)
        ? REFERENCE.checkFee(request, moment, found)
        : 'no such card token',
  }),
  'idempotent: the same first call with the same mTxId is answered as before': () => {
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
  'lax: an authCode of any type': () => ({
    checkSale: (request, found) => checkSale({ ...request, authCode: undefined }, found),
  }),
  'lax: amounts and nicns of other types': () => ({
    checkFee: (request, moment, found) =>
      REFERENCE.checkFee(
        {
          ...request,
          ...(typeof request['amount'] === 'string' ? { amount: Number(request['amount']) } : {}),
          ...(typeof request['nicn'] === 'number' ? { nicn: String(request['nicn']) } : {}),
        },
        moment,
        found,
      ),
  }),
  'lax: empty regions and single campaigns': () => ({
    normalizeRequest: ({ campaign, region, ...request }) => ({
      ...request,
      ...(region === undefined ? {} : { region: region === '' ? 'AZ' : region }),
      ...(campaign === undefined ? {} : { campaign: typeof campaign === 'string' ? [campaign] : campaign }),
    }),
  }),
  'delay: a different one each time': () => ({ delay: (call) => (call * 7919) % 6 }),
  'later: 429 now and then': () => later(429),
  'later: 503 now and then': () => later(503),
  'connection: closed after each answer': () => ({
    intercept: (_, response) => {
      response.shouldKeepAlive = false;

      return false;
    },
  }),
  'connection: closed without notice now and then': () => ({
    intercept: (_, response, call) => {
      if (call % 20 === 0) response.on('finish', () => response.socket?.end());

      return false;
    },
  }),
  'type: in other letters': () => ({ type: 'Application/JSON ; charset="UTF-8"' }),
  'elsewhere: 307 to a path of its own': () => ({
    intercept: (request, response) => {
      if (request.url?.startsWith('/moved')) request.url = request.url.slice('/moved'.length);
      else response.writeHead(307, { location: `/moved${request.url}` }).end();

      return response.writableEnded;
    },
  }),
};

const KNOWN = new Set([...FEE_FIELDS, 'mTxId', 'sTxId']);

interface Limits {
  readonly authCode: number;
  readonly text: number;
  readonly texts: number;
  readonly body: number;
  readonly mTxId: number;
}

/** Refuses longer texts, longer lists, larger amounts, and blank texts. */
function limited(most: Limits, lengthOf = (text: string) => text.length): Partial<ReferenceBehavior> {
  const isLong = (text: unknown, length: number) =>
    typeof text === 'string' && (text.trim() === '' || lengthOf(text) > length);

  return {
    checkFee: (request, moment, found) => {
      const { sTxId: _, ...own } = request;
      const escaped = JSON.stringify(own).replaceAll(/[^\x20-\x7e]/g, '\\u0000').length;
      if (escaped > most.body) return 'too large';
      if (isLong(request['mTxId'], most.mTxId) || /[^\w-]/.test(String(request['mTxId'] ?? '')))
        return 'mTxId';
      for (const name of ['campaign', 'data']) {
        const texts = request[name];
        if (!Array.isArray(texts)) continue;
        if (texts.length > most.texts || texts.some((text) => isLong(text, most.text))) return name;
      }

      return REFERENCE.checkFee(request, moment, found);
    },
    checkSale: (request, found) =>
      isLong(request['authCode'], most.authCode) ? 'authCode' : checkSale(request, found),
  };
}

/** Refuses an update that changes one of these fields. */
function keeping(...fields: readonly string[]): Partial<ReferenceBehavior> {
  const first = new Map<string, Fields>();
  const key = ({ merchant }: CallContext, identifier: unknown) => `${merchant} ${identifier}`;

  return {
    checkFee: (request, moment, found) => {
      const known = first.get(key(moment, request['sTxId'] ?? request['mTxId']));

      return known !== undefined && fields.some((name) => known[name] !== request[name])
        ? `another ${fields}`
        : REFERENCE.checkFee(request, moment, found);
    },
    feeResponse: (body, request, moment) => {
      const bySTxId = key(moment, body['sTxId']);
      first.set(bySTxId, first.get(bySTxId) ?? request);
      if (request['mTxId'] !== undefined)
        first.set(key(moment, request['mTxId']), first.get(bySTxId) ?? request);

      return body;
    },
  };
}

function isSameText(one: string, other: unknown): boolean {
  return typeof other === 'string' && one.toLowerCase() === other.toLowerCase();
}

function refusal(status: number, type: string | undefined, text: string): Partial<ReferenceBehavior> {
  return { refusal: () => ({ status, type, text }) };
}

function later(status: number): Partial<ReferenceBehavior> {
  return {
    intercept: (_, response, call) => {
      if (call % 40 !== 7) return false;
      response.writeHead(status, { 'retry-after': '0' }).end();

      return true;
    },
  };
}

function sumOfCodes(text: string): number {
  return [...text].reduce((sum, character) => sum + character.charCodeAt(0), 0);
}

/** Removes the noise of binary sums. */
function cents(usd: number): number {
  return Math.round(usd * 100) / 100;
}

/** Bits of the number as letters: `aaB`, `aBa`, `aBB`. */
function caseCounter(number: number): string {
  return [...number.toString(2).padStart(16, '0')].map((bit) => (bit === '0' ? 'a' : 'A')).join('');
}

/** Letters outside of strings are those of `true`, `false`, `null` and exponents. */
function escaped(body: unknown): string {
  const hex = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

  return JSON.stringify(body).replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) =>
    text.replaceAll(/\\u[0-9a-f]{4}|\\.|[a-z]/g, (found) => (found.length === 1 ? hex(found) : found)),
  );
}
