/** Services that verify: tokens, headers, cards, regions, processors, fields (sections 2.1 and 5). */
import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkFee, REFERENCE, TOKENS } from '../reference.ts';
import { FILE, type LegalService, legal, refusing, refusingFees } from './legal-service.ts';

const CARDS = ['5555555555554444', '378282246310005'];

export const CHECKS: readonly LegalService[] = [
  legal(
    'validates JWTs: form, algorithm, signature, expiry, audience',
    'OAuth 2 resource servers (RFC 9068)',
    () => ({ authenticate: merchantIn }),
    {
      file: {
        merchants: {
          one: { ...FILE.merchants?.one, token: jwt({ sub: 'one' }) },
          several: { ...FILE.merchants?.several, token: jwt({ sub: 'several' }) },
        },
        tokens: {
          expired: jwt({ sub: 'one', exp: 1_700_000_000 }),
          foreign: jwt({ sub: 'one' }, 'the secret of another service'),
        },
      },
    },
  ),
  legal(
    'demands a header with the tenant, which the deployment file has',
    'API management products with subscription keys',
    () => ({ onArrival: demanding(({ headers }) => headers['x-tenant'] === 'a', 403) }),
    { file: { headers: { 'X-Tenant': 'a' } } },
  ),
  legal(
    'sits behind a firewall that blocks methods, sizes and malformed JSON with HTML pages',
    'AWS WAF, F5 ASM',
    () => ({
      onArrival: demanding(
        ({ method, headers }) => method === 'POST' && Number(headers['content-length'] ?? 0) <= 8192,
        403,
      ),
      refusal: (why) =>
        why.startsWith('not ')
          ? { status: 403, type: 'text/html', text: '<h1>Request blocked</h1><p>Incident 7f3a-11</p>' }
          : REFERENCE.refusal(why),
    }),
  ),
  legal(
    'knows two cards of its own and refuses all others',
    'sandboxes with test cards of their own',
    () =>
      refusingFees(({ nicn }) =>
        CARDS.some((card) => card.startsWith(String(nicn))) ? undefined : 'no such card',
      ),
    { file: { cards: CARDS } },
  ),
  legal(
    'serves the merchants of one state, in all three forms of its name',
    'regional processors',
    () =>
      refusingFees(({ region }) =>
        /^(97\d{3}|OR|US-OR)$/.test(String(region)) ? undefined : 'not a region of the merchant',
      ),
    { file: { regions: { zip: ['97201', '97301'], state: ['OR'], iso: ['US-OR'] } } },
  ),
  legal(
    'looks zip codes up and refuses unassigned ones, zip+4 and states in lower case',
    'address checks by the USPS table',
    () =>
      refusingFees(({ region }) =>
        /^(00[0-4]|213|269|34[358]|353|419|42[89]|51[789])/.test(String(region)) || region === '99999'
          ? 'no such zip code'
          : undefined,
      ),
    { file: { regions: { zip: ['85004', '02134'], state: ['AZ', 'NY'], iso: ['US-AZ', 'US-NY'] } } },
  ),
  legal(
    'has no multi-pay',
    'gateways without split payments',
    () =>
      refusingFees(({ totalAmount }) =>
        totalAmount === undefined ? undefined : 'multi-pay is not configured',
      ),
    { file: { multiPay: false }, open: ['multi-pay/accepts-part-of-total'] },
  ),
  legal(
    'checks the form of an sTxId before it looks for the transaction',
    'UUID path and body converters',
    () => ({
      createStxid: () => crypto.randomUUID(),
      checkBody(text) {
        const [, written] = /"sTxId"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
        const sTxId = written === undefined ? undefined : String(JSON.parse(written));

        return sTxId === undefined || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sTxId)
          ? undefined
          : 'sTxId is not a UUID';
      },
      refusal: (why) => ({
        ...REFERENCE.refusal(why),
        status: why === 'no such transaction' ? 404 : why === 'already sold' ? 409 : 400,
      }),
    }),
  ),
  legal(
    'has processors with dashes, blanks and ampersands in their names and numbers',
    'acquirers that keep legal names',
    () => ({
      checkFee: ({ processor, ...request }, ...rest) => {
        const known = typeof processor === 'string' ? PROCESSORS[processor] : undefined;

        return checkFee(
          { ...request, ...(processor === undefined ? {} : { processor: known ?? '?' }) },
          ...rest,
        );
      },
      calculateFee: ({ processor, ...request }, moment) =>
        REFERENCE.calculateFee({ ...request, processor: PROCESSORS[String(processor)] }, moment),
    }),
    {
      file: {
        merchants: {
          one: { ...FILE.merchants?.one, processors: [{ mid: 'MID-0007-A', name: 'Smith & Sons Pay' }] },
          several: {
            ...FILE.merchants?.several,
            processors: [
              { mid: 'MID-0007-A', name: 'Smith & Sons Pay' },
              { mid: 'mid_0008', name: 'Zahlung "Süd" GmbH' },
            ],
          },
        },
      },
    },
  ),
  legal('is judged with a token alone', 'the first run of a vendor', () => ({}), {
    file: { merchants: { one: { token: TOKENS.one } } },
    open: [
      'processor/optional-with-one',
      'processor/required-with-several',
      'processor/accepts-mid-or-name',
      'processor/mid-and-name-agree',
    ],
  }),
  legal(
    'has merchants of several processors alone, and the deployment file lists those of one',
    'platforms that route each payment by processor',
    () => ({}),
    {
      file: { merchants: { one: FILE.merchants?.several ?? {} } },
      inconclusiveAt: ['quick', 'standard', 'deep'],
    },
  ),
  legal(
    'has merchants of several processors alone, and the deployment file lists none',
    'platforms that route each payment by processor',
    () => ({}),
    {
      file: { merchants: { one: { token: TOKENS.several } } },
      inconclusiveAt: ['quick', 'standard', 'deep'],
    },
  ),
  legal(
    'verifies card tokens, and the deployment file has two of them',
    'gateways that look a token up before they price',
    () =>
      refusing(({ cardToken = 'tok_test_1' }) =>
        ['tok_test_1', 'b3f0c2aa-9d1e-4f57-8b6a-2f0e5c7d9a11'].includes(String(cardToken))
          ? undefined
          : 'no such card token',
      ),
    { file: { cardTokens: ['tok_test_1', 'b3f0c2aa-9d1e-4f57-8b6a-2f0e5c7d9a11'] } },
  ),
  legal(
    'verifies card tokens, and the deployment file names none',
    'token vaults',
    () => refusing(({ cardToken }) => (cardToken === undefined ? undefined : 'no such card token')),
    { file: { cardTokens: [] } },
  ),
];

const PROCESSORS: Readonly<Record<string, string>> = {
  'MID-0007-A': 'alpha',
  'Smith & Sons Pay': 'alpha',
  mid_0008: 'beta',
  'Zahlung "Süd" GmbH': 'beta',
};

/** Answers with this status and a page unless the request has what the service demands. */
function demanding(has: (request: IncomingMessage) => boolean, status: number) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (has(request)) return false;
    request.resume();
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Request refused</h1>');

    return true;
  };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** A token of this service; with another secret, a foreign one. */
function jwt(claims: object, secret = 'the secret of this service'): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ aud: 'fees', exp: 4_000_000_000, ...claims })}`;

  return `${text}.${sign(text, secret)}`;
}

function merchantIn(token = ''): 'one' | 'several' | undefined {
  const [header = '', payload = '', signature] = token.split('.');
  try {
    const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    const { sub, exp, aud } = decode(payload);
    const isValid =
      decode(header).alg === 'HS256' &&
      signature === sign(`${header}.${payload}`, 'the secret of this service') &&
      exp > Date.now() / 1000 &&
      aud === 'fees';

    return isValid && (sub === 'one' || sub === 'several') ? sub : undefined;
  } catch {
    return undefined;
  }
}
