/** Services with limits on lengths, counts, amounts and sizes (sections 2.1 and 8 specify only that of nicn). */
import type { Fields } from '../reference.ts';
import { type LegalService, legal, refusing, refusingFees, textsOf } from './legal-service.ts';

export const LIMITS: readonly LegalService[] = [
  legal(
    'stores every text in a column of 32 characters and refuses an empty one',
    'SQL tables with VARCHAR(32) NOT NULL',
    () => refusing((request) => longerThan(32, request) ?? emptyText(request)),
  ),
  legal(
    'takes 255 characters of authCode, ten tags of 50, and bodies of 2 KiB',
    'Rails and Laravel defaults behind a gateway',
    () => ({
      ...refusing(({ authCode = '', campaign = [], data = [] }) =>
        String(authCode).length > 255
          ? 'authCode is longer than 255 characters'
          : [campaign, data].flatMap((tags) => tooManyTags(tags, 10, 50)).at(0),
      ),
      onArrival: largerThan(2048),
    }),
  ),
  legal('takes five tags at most, each of 1 to 32 characters', 'metadata limits of payment gateways', () =>
    refusingFees(({ campaign = [], data = [] }) =>
      [campaign, data].flatMap((tags) => tooManyTags(tags, 5, 32)).at(0),
    ),
  ),
  legal(
    'refuses a body of more than 1 KiB by its length and closes the connection',
    'nginx with client_max_body_size 1k',
    () => ({ onArrival: largerThan(1024) }),
  ),
  legal(
    'refuses headers of more than 1 KiB in all',
    'embedded HTTP servers, HAProxy with a small buffer',
    () => ({
      onArrival({ rawHeaders }, response) {
        const isLong = rawHeaders.join('').length > 1024;
        if (isLong) response.writeHead(431, { connection: 'close' }).end();

        return isLong;
      },
    }),
  ),
  legal('refuses control characters in every text', 'XML back ends, OWASP ModSecurity rule 920270', () =>
    refusing((request) =>
      textsOf(request).some((text) => /\p{Cc}/u.test(text)) ? 'a control character' : undefined,
    ),
  ),
  legal(
    'takes an mTxId of 1 to 32 letters, digits, dashes and underscores',
    'order numbers of shop systems and gateways',
    () =>
      refusing(({ mTxId = 'none' }) =>
        /^[A-Za-z0-9_-]{1,32}$/.test(String(mTxId)) ? undefined : 'mTxId has a form of its own',
      ),
  ),
  legal(
    'prices amounts from 5 to 400 dollars',
    'transaction limits of a merchant account',
    () =>
      refusingFees(({ amount, totalAmount = 400 }) =>
        Number(amount) < 5 || Math.max(Number(amount), Number(totalAmount)) > 400
          ? 'amount is outside of the limits of the merchant'
          : undefined,
      ),
    { file: { amounts: { min: 5, max: 400 } } },
  ),
  legal('prices positive amounts in whole cents up to 10,000 dollars', 'DECIMAL(6, 2) columns', () =>
    refusingFees(({ amount, totalAmount = 1 }) =>
      [amount, totalAmount].every((value) => isMoney(Number(value))) ? undefined : 'no such amount',
    ),
  ),
  legal('refuses numbers with exponents', 'strict decimal parsers of banking gateways', () => ({
    checkBody(text) {
      const numbers = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');

      return /[\d.][eE]/.test(numbers) ? 'not a plain decimal number' : undefined;
    },
  })),
  legal(
    'has every one of these limits at once',
    'a gateway in front of a mainframe',
    () => ({
      ...refusing((request) => {
        const { amount = 1, totalAmount = 1, mTxId = 'none', campaign = [], data = [] } = request;
        if ([amount, totalAmount].some((value) => !isMoney(Number(value)) || Number(value) > 500))
          return 'no such amount';
        if (!/^[A-Za-z0-9_-]{1,32}$/.test(String(mTxId))) return 'no such mTxId';
        if (textsOf(request).some((text) => /\p{Cc}/u.test(text))) return 'a control character';

        return (
          longerThan(32, request) ??
          emptyText(request) ??
          [campaign, data].flatMap((tags) => tooManyTags(tags, 5, 32)).at(0)
        );
      }),
      onArrival: largerThan(1024),
    }),
    { file: { amounts: { min: 1, max: 500 } } },
  ),
];

function longerThan(most: number, request: Fields): string | undefined {
  return textsOf(request).some(({ length }) => length > most)
    ? `a text is longer than ${most} characters`
    : undefined;
}

function emptyText(request: Fields): string | undefined {
  return textsOf(request).includes('') ? 'a text is empty' : undefined;
}

function tooManyTags(tags: unknown, most: number, longest: number): readonly string[] {
  const texts = (tags ?? []) as readonly string[];
  if (texts.length > most) return [`more than ${most} tags`];

  return texts.some(({ length }) => length < 1 || length > longest)
    ? [`a tag is not of 1 to ${longest} characters`]
    : [];
}

function isMoney(dollars: number): boolean {
  return dollars > 0 && dollars < 10_000 && Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;
}

/** Answers 413 before the body is read, and closes the connection. */
function largerThan(bytes: number): NonNullable<ReturnType<LegalService['make']>['onArrival']> {
  return ({ headers, socket }, response) => {
    const isLarge = Number(headers['content-length'] ?? 0) > bytes;
    if (isLarge)
      response.writeHead(413, { connection: 'close' }).end('Payload Too Large', () => socket.destroySoon());

    return isLarge;
  };
}
