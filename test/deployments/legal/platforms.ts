/** Services as frameworks, gateways and serverless platforms make them unless they are told otherwise. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { checkSale, type Fields, REFERENCE, type ReferenceBehavior } from '../reference.ts';
import { cents, type LegalService, reading } from './legal-service.ts';

const trace = () => crypto.randomUUID();

/** How frameworks write a refusal; some of them differently each time. */
const REFUSALS: readonly [like: string, status: number, type: string, text: (why: string) => unknown][] = [
  ['NestJS', 400, 'application/json', (why) => ({ statusCode: 400, message: [why], error: 'Bad Request' })],
  ['FastAPI', 422, 'application/json', (msg) => ({ detail: [{ loc: ['body'], msg, type: 'value_error' }] })],
  ['Django REST framework', 400, 'application/json', (why) => ({ non_field_errors: [why] })],
  ['Spring Boot', 400, 'application/json', () => ({ timestamp: new Date(), status: 400, path: '/v1/ch' })],
  ['Ruby on Rails', 422, 'application/json', (why) => ({ errors: { base: [why] } })],
  ['ASP.NET Core', 400, 'application/problem+json', (title) => ({ title, status: 400, traceId: trace() })],
  ['net/http of Go', 400, 'text/plain; charset=utf-8', (why) => `${why}\n`],
  ['Amazon API Gateway', 403, 'application/json', (message) => ({ message, requestId: trace() })],
  ['JSON-RPC', 200, 'application/json', (message) => ({ jsonrpc: '2.0', error: { code: -32602, message } })],
  ['MuleSoft, IBM DataPower', 400, 'application/xml', (why) => `<fault id="${trace()}">${why}</fault>`],
];

export const PLATFORMS: readonly LegalService[] = [
  ...REFUSALS.map(
    ([like, status, type, text]): LegalService => ({
      name: `refuses with ${status} and ${type} as ${like}`,
      like,
      make: () => ({
        refusal(why) {
          const body = text(why);

          return { status, type, text: typeof body === 'string' ? body : JSON.stringify(body) };
        },
      }),
    }),
  ),
  {
    name: 'reads names of fields in any case, and null as an absent field',
    like: 'encoding/json of Go',
    breaks: ['fee-request/names-are-case-sensitive'],
    make: () => reading(inAnyCase),
  },
  {
    name: 'reads numbers from texts',
    like: 'ASP.NET Core (JsonNumberHandling.AllowReadingFromString), pydantic',
    breaks: ['fee-request/refuses-wrong-types'],
    make: () => reading(withNumbers),
  },
  {
    name: 'normalises every text to NFC',
    like: 'identifiers of databases on macOS, PRECIS profiles',
    make: () => reading((request) => mapTexts(request, (text) => text.normalize('NFC'))),
  },
  {
    name: 'refuses a member twice, a byte order mark, deep nesting and lone surrogates',
    like: 'Jackson with STRICT_DUPLICATE_DETECTION, I-JSON (RFC 7493)',
    make: () => ({
      checkBody(text) {
        const names = [...text.matchAll(/"([^"\\]*)"\s*:/g)].map(([, name]) => name);
        const isOdd =
          /^\ufeff|[[{]\s*[[{]\s*[[{]|\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]../i.test(text);

        return isOdd || new Set(names).size < names.length ? 'not I-JSON' : undefined;
      },
    }),
  },
  {
    name: 'answers GET with a page of documentation',
    like: 'Swagger UI, the browsable API of Django REST framework',
    make: () => ({
      onArrival: answering(({ method }) => method === 'GET', 200, { 'content-type': 'text/html' }),
    }),
  },
  {
    name: 'redirects to a page for login without a valid token',
    like: 'Spring Security, ASP.NET Identity',
    make: () => ({ onArrival: answering(isUnknown, 302, { location: '/login' }) }),
  },
  {
    name: 'answers 200 with a page for login without a valid token',
    like: 'AD FS, Citrix Gateway',
    make: () => ({ onArrival: answering(isUnknown, 200, { 'content-type': 'text/html' }) }),
  },
  {
    name: 'compresses with the best that the client takes',
    like: 'Cloudflare, Caddy',
    make: () => ({
      sendResponse(response, { status, type = 'text/plain', text }) {
        const offered = response.req.headers['accept-encoding'] ?? '';
        const [coding, compress] = CODINGS.find(([name]) => offered.includes(name)) ?? [];
        const headers = { 'content-type': type, vary: 'Accept-Encoding' };
        response.writeHead(
          status,
          coding === undefined ? headers : { ...headers, 'content-encoding': coding },
        );
        response.end(compress?.(text) ?? text);
      },
    }),
  },
  {
    name: 'closes a connection after ten requests',
    like: 'nginx with keepalive_requests 10',
    make: () => {
      const served = new WeakMap<object, number>();

      return {
        onArrival({ socket }, response) {
          const count = (served.get(socket) ?? 0) + 1;
          served.set(socket, count);
          if (count >= 10) response.shouldKeepAlive = false;

          return false;
        },
      };
    },
  },
  {
    name: 'starts another instance for each call at the same time, in 400 ms',
    like: 'AWS Lambda, Google Cloud Run',
    isSlow: true,
    make: () => {
      let [warm, busy] = [0, 0];

      return {
        onArrival(_, response) {
          busy++;
          response.once('close', () => busy--);

          return false;
        },
        delay() {
          if (busy <= warm) return 0;
          warm = busy;

          return 400;
        },
      };
    },
  },
  {
    name: 'sleeps after a tenth of a second without a call, and wakes in half a second',
    like: 'free tiers, serverless databases that scale to zero',
    isSlow: true,
    make: () => {
      let last = 0;

      return {
        delay() {
          const isAsleep = performance.now() - last > 100;
          last = performance.now();

          return isAsleep ? 500 : 0;
        },
      };
    },
  },
  {
    name: 'answers each refusal 40 ms late',
    like: 'tarpits, NGINX App Protect',
    isSlow: true,
    make: () => ({
      sendResponse(response, raw) {
        setTimeout(() => REFERENCE.sendResponse(response, raw), raw.status < 400 ? 0 : 40);
      },
    }),
  },
  {
    name: 'finds a processor by its name in any case',
    like: 'configuration keys, SQL collations without case',
    make: () => reading(({ processor, ...request }) => ({ ...request, ...lower({ processor }) })),
  },
  {
    name: 'reads regions in any case, with zip+4 and by the name of the state',
    like: 'address libraries',
    make: () =>
      reading(({ region, ...request }) => ({
        ...request,
        ...(typeof region === 'string'
          ? { region: regionOf(region) }
          : region === undefined
            ? {}
            : { region }),
      })),
  },
  {
    name: 'charges by the zip code, and by the state where that is all it gets',
    like: 'taxes of counties',
    make: () => ({
      calculateFee: (request, context) =>
        cents(
          REFERENCE.calculateFee(request, context) +
            (Number.parseInt(String(request['region']), 10) || 0) / 1e5,
        ),
    }),
  },
  {
    name: 'rounds its fees up to five cents',
    like: 'cash rounding of point-of-sale systems',
    make: () => ({
      calculateFee: (request, context) =>
        cents(Math.ceil(REFERENCE.calculateFee(request, context) * 20) / 20),
    }),
  },
  {
    name: 'refuses an mTxId that an update is first to give',
    like: 'immutable columns',
    breaks: ['identity/remembers-late-mtxid'],
    make: () => ({
      checkUpdate: ({ mTxId }, found) =>
        mTxId === found.mTxId || mTxId === undefined ? undefined : 'immutable',
    }),
  },
  {
    name: 'answers a second sale like the first, and 409 where its authCode is another',
    like: 'idempotent captures of payment gateways',
    make: () => {
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
  },
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

function isUnknown({ headers }: IncomingMessage): boolean {
  return REFERENCE.authenticate(headers.authorization?.replace(/^Bearer /i, '')) === undefined;
}

/** Answers some requests with a page before the service sees them. */
function answering(
  isMeant: (request: IncomingMessage) => boolean,
  status: number,
  headers: Readonly<Record<string, string>>,
): ReferenceBehavior['onArrival'] {
  return (request, response: ServerResponse) => {
    const isAnswered = isMeant(request);
    if (isAnswered) response.writeHead(status, headers).end('<h1>Welcome</h1>');

    return isAnswered;
  };
}
