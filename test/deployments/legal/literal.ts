/** Services that read the document to the letter: what it does not promise, they do not do (sections 2, 3 and 8). */
import { checkFee, type Fields, REFERENCE, type ReferenceBehavior } from '../reference.ts';
import { type LegalService, legal, reading, refusing, refusingFees, textsOf } from './legal-service.ts';

export const LITERAL: readonly LegalService[] = [
  legal(
    'drops an mTxId that the first call left out',
    'order numbers that are a column of the insert alone',
    () => ({ findTransaction: findByFirstMtxid() }),
    { breaks: ['identity/remembers-late-mtxid'] },
  ),
  legal(
    'drops an mTxId that a sale was first to give, and seals what is sold',
    'captures that only reference an authorization',
    () => ({ updateAfterSale: 'refused', secondSale: 'refused', onSale: dropLate() }),
  ),
  legal(
    'drops an mTxId that a sale was first to give, and updates what is sold',
    'captures that only reference an authorization',
    () => ({ onSale: dropLate() }),
    { breaks: ['identity/remembers-late-mtxid'] },
  ),
  legal(
    'forgets a transaction with its sale, and answers 404 from then on',
    'queues that hand a sale on and delete the cart',
    () => ({ ...forgetsSold, refusal: (why) => ({ ...REFERENCE.refusal(why), status: 404 }) }),
  ),
  legal('answers 409 to all that names a sold transaction', 'state machines without a way back', () => ({
    updateAfterSale: 'refused',
    secondSale: 'refused',
    refusal: (why) => ({ ...REFERENCE.refusal(why), status: why === 'already sold' ? 409 : 400 }),
  })),
  legal('trims every text', 'Laravel (TrimStrings), ASP.NET model binders, Rails with strip_attributes', () =>
    trimming(),
  ),
  legal(
    'trims every text, and refuses what is empty then',
    'Laravel (TrimStrings, ConvertEmptyStringsToNull)',
    () => ({
      ...trimming(),
      ...refusing((request) => (textsOf(request).some((text) => text.trim() === '') ? 'empty' : undefined)),
    }),
  ),
  legal(
    'takes campaign and data for sets: neither empty nor with a text twice',
    'JSON Schema with uniqueItems and minItems, SQL tables with a unique index',
    () => refusingFees(({ campaign, data }) => [campaign, data].flatMap(notASet).at(0)),
  ),
  legal('refuses a totalAmount that is the amount: that is no part', 'split tenders with a remainder', () =>
    refusingFees(equalTotal),
  ),
  legal('refuses characters of four bytes', 'MySQL with utf8mb3', () => refusing(beyondBmp)),
  legal(
    'takes an authCode of up to 16 characters',
    'authorization codes of card processors, VARCHAR(16)',
    () => refusing(longAuthCode),
  ),
  legal(
    'takes an mTxId of 1 to 20 letters, digits and dashes, with none at an end',
    'invoice numbers of Authorize.Net, slugs',
    () => refusing(oddMtxid),
  ),
  legal('answers 403 with a page to what looks like an attack', 'OWASP ModSecurity, cloud firewalls', () => ({
    ...refusing(attack),
    refusal: (why) =>
      why === 'attack'
        ? { status: 403, type: 'text/html', text: '<h1>Forbidden</h1>' }
        : REFERENCE.refusal(why),
  })),
  legal(
    'folds case, accents and width of an mTxId',
    'SQL Server with a collation CI_AI, MySQL with utf8mb4_0900_ai_ci',
    () => ({
      findTransaction: (known, request) =>
        request['sTxId'] !== undefined || typeof request['mTxId'] !== 'string'
          ? REFERENCE.findTransaction(known, request)
          : known.findLast(({ mTxId }) => mTxId !== undefined && folded(mTxId) === folded(request['mTxId'])),
    }),
    { breaks: ['identity/mtxid-is-case-sensitive'] },
  ),
  legal(
    'charges nothing in another country, whatever the region',
    'surcharge programs of the United States',
    () => ({
      checkFee: (request, ...rest) =>
        checkFee(isAbroad(request) && request['region'] ? { ...request, region: 'AZ' } : request, ...rest),
      calculateFee: (request, moment) => (isAbroad(request) ? 0 : REFERENCE.calculateFee(request, moment)),
    }),
  ),
  legal('refuses another country', 'domestic acquirers', () =>
    refusingFees((request) => (isAbroad(request) ? 'another country' : undefined)),
  ),
  legal(
    'takes nothing beyond what every service takes, and forgets what is sold',
    'a mainframe behind a firewall',
    () => ({
      ...trimming(),
      ...forgetsSold,
      ...refusing(
        (request) =>
          longerThan32(request) ??
          [request['campaign'], request['data']].flatMap(notASet).at(0) ??
          equalTotal(request) ??
          beyondBmp(request) ??
          longAuthCode(request) ??
          oddMtxid(request) ??
          attack(request) ??
          (isAbroad(request) ? 'another country' : undefined),
      ),
      checkUpdate: ({ nicn, region, mTxId }, found) =>
        nicn === found.request['nicn'] &&
        region === found.request['region'] &&
        (mTxId ?? found.mTxId) === found.mTxId
          ? undefined
          : 'another card, region or mTxId',
    }),
    { breaks: ['identity/remembers-late-mtxid'] },
  ),
];

const forgetsSold: Pick<ReferenceBehavior, 'findTransaction'> = {
  findTransaction: (known, request) =>
    REFERENCE.findTransaction(
      known.filter(({ sold }) => !sold),
      request,
    ),
};

/** The transactions that a merchant can still name by the mTxId of their first call. */
function findByFirstMtxid(): ReferenceBehavior['findTransaction'] {
  const first = new Map<unknown, string | undefined>();

  return (known, request) => {
    for (const one of known) if (!first.has(one)) first.set(one, one.mTxId);
    const { sTxId, mTxId } = request;
    if (sTxId !== undefined) return REFERENCE.findTransaction(known, request);

    return mTxId === undefined ? undefined : known.findLast((one) => first.get(one) === mTxId);
  };
}

/** Removes the mTxId that a sale has just added. */
function dropLate(): ReferenceBehavior['onSale'] {
  return (_, sold) => {
    if (sold.request['mTxId'] === undefined) sold.mTxId = undefined;
  };
}

const trimming = () =>
  reading((request) =>
    Object.fromEntries(
      Object.entries(request).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.trim() : value,
      ]),
    ),
  );

function notASet(texts: unknown): readonly string[] {
  if (!Array.isArray(texts)) return [];

  return texts.length === 0 || new Set(texts).size < texts.length ? ['not a set of texts'] : [];
}

function equalTotal({ amount, totalAmount }: Fields): string | undefined {
  return amount !== undefined && amount === totalAmount ? 'no part of the total' : undefined;
}

function beyondBmp(request: Fields): string | undefined {
  return textsOf(request).some((text) => /[\u{10000}-\u{10ffff}]/u.test(text)) ? 'four bytes' : undefined;
}

function longAuthCode({ authCode = '' }: Fields): string | undefined {
  return String(authCode).length > 16 ? 'authCode is longer than 16 characters' : undefined;
}

function oddMtxid({ mTxId = 'none' }: Fields): string | undefined {
  return /^[a-z0-9](?:[a-z0-9-]{0,18}[a-z0-9])?$/i.test(String(mTxId)) ? undefined : 'no such mTxId';
}

function longerThan32(request: Fields): string | undefined {
  return textsOf(request).some((text) => text.length > 32) ? 'a text is too long' : undefined;
}

/** Some of what the OWASP Core Rule Set matches. */
function attack(request: Fields): string | undefined {
  const rules = [
    /<\/?\s*(?:script|iframe|object|embed|svg|img)\b/i,
    /\b(?:union|select)\b.*\b(?:select|from)\b|['"]\s*(?:or|and)\b|;\s*--|'\s*;|\b(?:drop|alter)\s+table/i,
    /\.\.[/\\]|\/etc\//,
    /__proto__|constructor\s*[.[]/,
    /\$\{|\{\{|<[?%]|`/,
    /%00|\\u00|\0/,
  ];

  return textsOf(request).some((text) => rules.some((one) => one.test(text))) ? 'attack' : undefined;
}

function folded(text: unknown): string {
  return String(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function isAbroad({ country = '840' }: Fields): boolean {
  return country !== '840';
}
