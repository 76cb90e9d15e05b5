/** A small service and a small client of their own, whose calls are written as the entries of a HAR file. */
import type { TrafficReport } from '../../conformance/index.ts';
import { RULES } from '../../conformance/rules/index.gen.ts';
import type { DefectName, RuleId } from '../../src/contract/rule-ids.ts';
import { DEFECT_NAMES } from '../../src/mock/behaviors/defects/index.ts';

export interface Call {
  readonly path: '/v1/ch' | '/v1/ch/sale';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  /** A value to write as JSON, or the text itself. */
  readonly body: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How many milliseconds it takes; 40 by default. */
  readonly time?: number;
}

export interface Entry {
  startedDateTime: string;
  time: number;
  request: {
    method: string;
    url: string;
    httpVersion: string;
    headers: { name: string; value: string }[];
    postData?: { mimeType: string; text: string };
  };
  response: {
    status: number;
    statusText: string;
    httpVersion: string;
    headers: { name: string; value: string }[];
    content: { size: number; mimeType: string; text?: string; encoding?: string };
  };
}

/** What a legal service leaves to itself. */
export interface ServiceStyle {
  readonly status?: number;
  readonly sTxIdOf?: (number: number) => string;
  readonly more?: object;
  /** How it refuses; with 422 and problem details by default. */
  readonly refusal?: Answer;
  readonly forgetsSold?: boolean;
  readonly refusesSecondSale?: boolean;
  readonly keyOf?: (mTxId: string) => string;
  readonly dropsLateMtxids?: boolean;
  readonly varies?: boolean;
  readonly isFree?: boolean;
}

interface Transaction {
  readonly sTxId: string;
  fields: Readonly<Record<string, unknown>>;
  isSold: boolean;
}

const BASE = 'https://fees.shop.test';
const TOKENS = ['one', 'two'].map(
  (name) => `Bearer eyJhbGciOiJIUzI1NiJ9.${Buffer.from(`{"sub":"${name}"}`).toString('base64url')}.c2ln`,
);

/** 3 % and 10 cents, in whole cents; abroad nothing. */
export function feeFor({ amount, country = '840' }: Readonly<Record<string, unknown>>): number {
  return country === '840' ? (Math.round(Number(amount) * 3) + 10) / 100 : 0;
}

export const FORM = /^(?:[0-9]{5}(?:-?[0-9]{4})?|[a-z]{2}|[a-z]{2}-[a-z0-9]{1,3})$/i;

/** Answers calls as the document says. */
export function createService(style: ServiceStyle = {}) {
  const bySTxId = new Map<string, Transaction>();
  const byMTxId = new Map<string, Transaction>();
  const { sTxIdOf = (n) => `${(0x4f3a1c9e + n * 7919).toString(16)}-8b0d-4e55-9f6a-2c1d7b3e${1000 + n}` } =
    style;
  const { status = 200, keyOf = (mTxId) => mTxId } = style;
  let opened = 0;
  let calls = 0;
  const refuse = (detail: string): Answer =>
    style.refusal ?? {
      status: 422,
      body: { title: 'Unprocessable', detail },
      type: 'application/problem+json',
    };

  return (call: Call): Answer => {
    calls++;
    const { fields, headers } = call;
    const { sTxId, mTxId } = fields;
    const merchant = headers['authorization'] ?? '';
    const keyFor = (id: unknown) => `${merchant} ${headers['x-tenant'] ?? ''} ${keyOf(String(id))}`;
    const named = sTxId !== undefined ? bySTxId.get(String(sTxId)) : byMTxId.get(keyFor(mTxId));
    const known = named?.isSold && style.forgetsSold ? undefined : named;
    if (call.method !== 'POST') return { status: 405, body: {} };
    if (call.path === '/v1/ch/sale') {
      if (known === undefined) return refuse('unknown transaction');
      if (known.isSold && style.refusesSecondSale) return { status: 409, body: { detail: 'sold' } };
      known.isSold = true;
      if (typeof mTxId === 'string' && !style.dropsLateMtxids) byMTxId.set(keyFor(mTxId), known);
      return { status, body: { sTxId: known.sTxId, ...style.more } };
    }
    if (sTxId !== undefined && known === undefined) return refuse('unknown sTxId');
    const whole: Readonly<Record<string, unknown>> = { ...known?.fields, ...fields };
    const isHome = (whole['country'] ?? '840') === '840';
    if (typeof whole['amount'] !== 'number' || !/^[0-9]{6,8}$/.test(String(whole['nicn'])))
      return refuse('amount and nicn');
    if (typeof whole['region'] !== 'string' || (isHome && !FORM.test(whole['region'])))
      return refuse('region');
    if (whole['region'] === 'ZZ') return refuse('unknown state');
    const transaction = known ?? { sTxId: sTxIdOf(opened++), fields: whole, isSold: false };
    transaction.fields = whole;
    bySTxId.set(transaction.sTxId, transaction);
    if (typeof mTxId === 'string') byMTxId.set(keyFor(mTxId), transaction);
    const cents = Math.round(feeFor(whole) * 100) + (style.varies && calls % 2 === 0 ? 25 : 0);
    const fee = style.isFree ? 0 : cents / 100;

    return {
      status,
      body: { transactionFee: fee, sTxId: transaction.sTxId, message: 'ok', ...style.more },
    };
  };
}

/** Records the calls of a client, one after another. */
export function createShop(answer: (call: Call) => Answer) {
  const entries: Entry[] = [];
  let now = Date.UTC(2026, 10, 20, 10);
  const send = (
    path: Call['path'],
    fields: Call['fields'],
    { headers = {}, merchant = 0, method = 'POST', text, lost, query = '' }: SendOptions = {},
  ): Readonly<Record<string, unknown>> & { readonly isAccepted: boolean } => {
    const all: Record<string, string> = {
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: TOKENS[merchant] ?? '',
      'user-agent': 'shop/1.0',
      host: 'fees.shop.test',
    };
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined) delete all[name];
      else all[name] = value;
    }
    const given = answer({ path, fields, method, headers: all });
    const { status, body, type = 'application/json', time = 40 } = given;
    const written = typeof body === 'string' ? body : JSON.stringify(body);
    const isLost = lost === true;
    entries.push({
      startedDateTime: new Date(now).toISOString(),
      time,
      request: {
        ...{ method, url: `${BASE}${path}${query}`, httpVersion: 'HTTP/1.1', headers: toHeaders(all) },
        ...(method === 'GET'
          ? {}
          : { postData: { mimeType: 'application/json', text: text ?? JSON.stringify(fields) } }),
      },
      response: {
        ...{ status: isLost ? 0 : status, statusText: '', httpVersion: 'HTTP/1.1' },
        headers: isLost
          ? []
          : toHeaders({ 'content-type': type, date: new Date(now).toUTCString(), ...given.headers }),
        content: isLost
          ? { size: 0, mimeType: 'x-unknown' }
          : { size: written.length, mimeType: type, text: written },
      },
    });
    now += time + 700;
    const object = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

    return { ...object, isAccepted: !isLost && status < 300 && object['sTxId'] !== undefined };
  };

  return {
    entries,
    fee: (fields: Call['fields'], options?: SendOptions) => send('/v1/ch', fields, options),
    sale: (fields: Call['fields'], options?: SendOptions) => send('/v1/ch/sale', fields, options),
    wait: (ms: number) => {
      now += ms;
    },
  };
}

export interface SendOptions {
  /** Undefined leaves a header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly merchant?: number;
  readonly method?: string;
  /** In place of the fields as JSON. */
  readonly text?: string;
  /** The call is carried out, and the response never comes. */
  readonly lost?: boolean;
  readonly query?: string;
}

export type Shop = ReturnType<typeof createShop>;

export function toHar(entries: readonly object[], creator = 'Firefox'): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: creator, version: '1' }, entries } });
}

function toHeaders(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

// The parts of a verdict on traffic that masking does not change.

export function verdictOf({ verdict, exitCode, exchanges, notJudged, sides }: TrafficReport) {
  return {
    ...{ verdict, exitCode, exchanges, notJudged },
    sides: sides.map(({ subject, verdict: of, summary, choices, rules }) => ({
      ...{ subject, of, summary, choices },
      rules: rules.map(({ id, outcome, exercised }) => `${id} ${outcome} ${exercised}`),
    })),
  };
}

// Which defects of the mock ordinary traffic reveals, and why it cannot reveal the others.

/** The defect is a refusal, which may have a reason, or shows only in calls that ordinary clients do not send. */
export const REFUSES: readonly DefectName[] = [
  'fee-request/requires-region:abroad-for-several',
  'fee-request/requires-region:in-a-body-that-is-no-json',
  'nicn/refuses-fewer-than-6-digits:in-an-update-with-a-new-mtxid',
  'nicn/refuses-more-than-8-digits:for-iso-codes',
  'identity/update-by-mtxid-keeps-stxid:names-of-object-properties',
  'sale/requires-stxid-or-mtxid:in-a-body-that-is-no-json',
  'sale/requires-stxid-or-mtxid:refused-yet-sold',
  'sale/requires-stxid-or-mtxid:refused-yet-sold-for-several',
  'sale/accepts-stxid',
  'sale/accepts-mtxid',
  'sale/accepts-mtxid:without-authcode',
  'sale/accepts-both',
  'fee-response/has-transaction-fee-number:large-amounts',
  'identity/update-by-mtxid-keeps-stxid:of-more-than-50-characters',
  'identity/state-machine:second-update',
  'identity/state-machine:sale-by-stxid-after-an-update',
  'sale/accepts-stxid:seven-digits',
  'sale/accepts-mtxid:long-mtxid',
  // Of fee calls that lack a field beside another, or whose nicn is invalid in its own way.
  ...DEFECT_NAMES.filter((name) =>
    /^fee-request\/requires-\w+:beside-|^nicn\/refuses-.*:(?:none|three-digits|12-digits|abroad|letter-at-the-end|other-scripts|sign)$/.test(
      name,
    ),
  ),
  // Of mTxIds that resemble each other, or of refusals.
  ...DEFECT_NAMES.filter((name) =>
    /^(?:identity\/distinct-mtxids-are-distinct:|sale\/accepts-late-mtxid)/.test(name),
  ),
];

/** The response may also be a refusal, or another process may have created the transaction. */
export const AMBIGUOUS: readonly DefectName[] = [
  'fee-response/has-message-ok:on-updates-by-both',
  'identity/update-by-mtxid-keeps-stxid:after-a-refused-sale',
];

/** Only with the prices of the merchants. */
export const PRICED: readonly DefectName[] = DEFECT_NAMES.filter((name) =>
  ['processor/required-with-several', 'fee/matches-reference'].includes(ruleOf(name)),
);

const VISIBLE_RULES = new Set(
  RULES.filter(({ inTraffic }) => inTraffic && 'from' in inTraffic).map(({ id }) => id),
);

export const VISIBLE = DEFECT_NAMES.filter(
  (name) => VISIBLE_RULES.has(ruleOf(name)) && ![...REFUSES, ...AMBIGUOUS, ...PRICED].includes(name),
);

export function ruleOf(defect: DefectName): RuleId {
  return defect.replace(/:.*$/, '') as RuleId;
}
