/** Services as frameworks, gateways and serverless platforms make them unless they are configured otherwise. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { checkSale, type Fields, REFERENCE } from '../reference.ts';
import { cents, type LegalService, legal, reading } from './legal-service.ts';

const trace = () => crypto.randomUUID();

/** How frameworks write a refusal; some of them differently each time. */
const REFUSALS: readonly [like: string, status: number, type: string, text: (why: string) => unknown][] = [
  ['NestJS', 400, 'application/json', (why) => ({ statusCode: 400, message: [why], error: 'Bad Request' })],
  ['FastAPI', 422, 'application/json', (msg) => ({ detail: [{ loc: ['body'], msg, type: 'value_error' }] })],
  ['ASP.NET Core', 400, 'application/problem+json', (title) => ({ title, status: 400, traceId: trace() })],
  ['net/http of Go', 400, 'text/plain; charset=utf-8', (why) => `${why}\n`],
  ['Amazon API Gateway', 403, 'application/json', (message) => ({ message, requestId: trace() })],
  ['JSON-RPC', 200, 'application/json', (message) => ({ jsonrpc: '2.0', error: { code: -32602, message } })],
  ['MuleSoft, IBM DataPower', 400, 'application/xml', (why) => `<fault id="${trace()}">${why}</fault>`],
];

export const PLATFORMS: readonly LegalService[] = [
  ...REFUSALS.map(([like, status, type, text]) =>
    legal(`refuses with ${status} and ${type} as ${like}`, like, () => ({
      refusal(why) {
        const body = text(why);

        return { status, type, text: typeof body === 'string' ? body : JSON.stringify(body) };
      },
    })),
  ),
  legal(
    'reads names of fields in any case, and null as an absent field',
    'encoding/json of Go',
    () => reading(inAnyCase),
    { breaks: ['fee-request/names-are-case-sensitive'] },
  ),
  legal(
    'reads numbers from texts',
    'ASP.NET Core (JsonNumberHandling.AllowReadingFromString), pydantic',
    () => reading(withNumbers),
    { breaks: ['fee-request/refuses-wrong-types'] },
  ),
  legal('normalises every text to NFC', 'identifiers of databases on macOS, PRECIS profiles', () =>
    reading((request) => mapTexts(request, (text) => text.normalize('NFC'))),
  ),
  legal(
    'refuses a member twice, a byte order mark, deep nesting and lone surrogates',
    'Jackson with STRICT_DUPLICATE_DETECTION, I-JSON (RFC 7493)',
    () => ({
      checkBody(text) {
        const names = [...text.matchAll(/"([^"\\]*)"\s*:/g)].map(([, name]) => name);
        const isOdd =
          /^\ufeff|[[{]\s*[[{]\s*[[{]|\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]../i.test(text);

        return isOdd || new Set(names).size < names.length ? 'not I-JSON' : undefined;
      },
    }),
  ),
  legal('compresses with the best that the client takes', 'Cloudflare, Caddy', () => ({
    sendResponse(response, { status, type = 'text/plain', text }) {
      const offered = response.req.headers['accept-encoding'] ?? '';
      const [coding, compress] = CODINGS.find(([name]) => offered.includes(name)) ?? [];
      const headers = { 'content-type': type, vary: 'Accept-Encoding' };
      response.writeHead(status, coding === undefined ? headers : { ...headers, 'content-encoding': coding });
      response.end(compress?.(text) ?? text);
    },
  })),
  legal(
    'starts another instance for each call at the same time, in 400 ms',
    'AWS Lambda, Google Cloud Run',
    () => {
      let [warm, busy] = [0, 0];

      return {
        onArrival(_, __, atOnce) {
          busy = atOnce;

          return false;
        },
        delay() {
          if (busy <= warm) return 0;
          warm = busy;

          return 400;
        },
      };
    },
    { isSlow: true },
  ),
  legal(
    'sleeps after a tenth of a second without a call, and wakes in half a second',
    'free tiers, serverless databases that scale to zero',
    () => {
      let last = 0;

      return {
        delay() {
          const isAsleep = performance.now() - last > 100;
          last = performance.now();

          return isAsleep ? 500 : 0;
        },
      };
    },
    { isSlow: true },
  ),
  legal(
    'answers each refusal 40 ms late',
    'tarpits, NGINX App Protect',
    () => ({
      sendResponse(response, raw) {
        setTimeout(() => REFERENCE.sendResponse(response, raw), raw.status < 400 ? 0 : 40);
      },
    }),
    { isSlow: true },
  ),
  legal('finds a processor by its name in any case', 'configuration keys, SQL collations without case', () =>
    reading(({ processor, ...request }) => ({ ...request, ...lower({ processor }) })),
  ),
  legal('reads regions in any case, with zip+4 and by the name of the state', 'address libraries', () =>
    reading(({ region, ...request }) => ({
      ...request,
      ...(typeof region === 'string' ? { region: regionOf(region) } : region === undefined ? {} : { region }),
    })),
  ),
  legal('charges by the zip code, and by the state where that is all it gets', 'taxes of counties', () => ({
    calculateFee: (request, context) =>
      cents(
        REFERENCE.calculateFee(request, context) +
          (Number.parseInt(String(request['region']), 10) || 0) / 1e5,
      ),
  })),
  legal('rounds its fees up to five cents', 'cash rounding of point-of-sale systems', () => ({
    calculateFee: (request, context) => cents(Math.ceil(REFERENCE.calculateFee(request, context) * 20) / 20),
  })),
  legal(
    'refuses an mTxId that an update is first to give',
    'immutable columns',
    () => ({
      checkUpdate: ({ mTxId }, found) =>
        mTxId === found.mTxId || mTxId === undefined ? undefined : 'immutable',
    }),
    { breaks: ['identity/remembers-late-mtxid'] },
  ),
  legal(
    'answers a second sale like the first, and 409 where its authCode is another',
    'idempotent captures of payment gateways',
    () => {
      const codes = new Map<string, unknown>();

      return {
        checkSale: (request, found) =>
          checkSale(request, found) ??
          (found?.sold && codes.get(found.sTxId) !== request['authCode'] ? 'another authCode' : undefined),
        saleResponse(body, { authCode }) {
          codes.set(String(body['sTxId']), authCode);

          return body;
        },
        refusal: (why) => ({ ...REFERENCE.refusal(why), status: why === 'another authCode' ? 409 : 422 }),
      };
    },
  ),
];

const CODINGS = [
  ['br', brotliCompressSync],
  ['gzip', gzipSync],
  ['deflate', deflateSync],
] as const;

const NAMES = new Map(
  'amount nicn region campaign country processor cardToken data totalAmount mTxId sTxId authCode'
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

function inAnyCase(request: Fields): Fields {
  return Object.fromEntries(
    Object.entries(request)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [NAMES.get(name.toLowerCase()) ?? name, value]),
  );
}

function mapTexts(request: Fields, map: (text: string) => unknown): Fields {
  return Object.fromEntries(
    Object.entries(request).map(([name, value]) => [name, typeof value === 'string' ? map(value) : value]),
  );
}

function withNumbers({ amount, totalAmount, ...request }: Fields): Fields {
  const read = (text: string) => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text);
  const given = { amount, totalAmount };

  return { ...request, ...mapTexts(JSON.parse(JSON.stringify(given)), read) };
}

function lower(fields: Fields): Fields {
  return JSON.parse(JSON.stringify(mapTexts(fields, (text) => text.toLowerCase())));
}

function regionOf(text: string): string {
  return text === 'Arizona' ? 'AZ' : text.toUpperCase().replace(/^(\d{5})-\d{4}$/, '$1');
}
