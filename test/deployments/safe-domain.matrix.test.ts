/** No must rule demands that a request is accepted unless the request is one that no ordinary service limits. */
import { text as readText } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { describeMock } from '../../cli/describe-mock.ts';
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { type ConformOptions, conform } from '../../conformance/index.ts';
import type { EffortName } from '../../conformance/report/report.ts';
import { type BreakableRule, MUST_RULES, type RuleId } from '../../src/contract/rule-ids.ts';
import { startMock } from '../../src/mock/index.ts';
import { FEE_FIELDS } from '../support/ask-mock.ts';
import { sampled, testThoroughly } from '../support/sampled.ts';
import { deploymentOf, judge } from './judge.ts';
import { listenHttp } from './listen.ts';
import { type CallContext, type Fields, REFERENCE, startReference } from './reference.ts';

/** These expect a refusal, or expect nothing of what they send. */
const EXPECTS_REFUSAL: readonly RuleId[] = [
  'fee-request/requires-amount',
  'fee-request/requires-nicn',
  'fee-request/requires-region',
  'nicn/refuses-fewer-than-6-digits',
  'nicn/refuses-more-than-8-digits',
  'nicn/refuses-non-digits',
  'processor/required-with-several',
  'sale/requires-stxid-or-mtxid',
  'robustness/survives-malformed-input',
];

/** It passes over a number with an exponent that is refused. */
const SPELLING_RULE: RuleId = 'fee-request/accepts-any-spelling';

/** These pass over an `mTxId` that is refused, whatever it is made of. */
const TRIES_ANY_MTXID: readonly RuleId[] = [
  SPELLING_RULE,
  'identity/distinct-mtxids-are-distinct',
  'identity/update-by-mtxid-keeps-stxid',
  'sale/accepts-mtxid',
];

const others = (ids: readonly RuleId[]) => (id: RuleId) =>
  MUST_RULES.includes(id as never) && !ids.includes(id);
const these = (ids: readonly RuleId[]) => (id: RuleId) => ids.includes(id);

interface Sent {
  readonly path: string | undefined;
  readonly body: string;
}

const AMOUNTS = { min: 0.01, max: 5000 };

/** What an ordinary service might refuse in a request; written from the catalogue, apart from the suite. */
function limitsMet(
  { path, body }: Sent,
  { isAnyMtxid = false, hasExponents = false, cardTokens = [] as readonly string[] } = {},
) {
  const fields = JSON.parse(body) as Fields;
  const { sTxId: _, mTxId, ...others } = fields;
  const rest = isAnyMtxid ? others : { ...others, mTxId };
  // As some libraries write it, every character beyond ASCII is an escape.
  const bytes = JSON.stringify(rest).replaceAll(/[^\x20-\x7e]/g, 'xxxxxx').length;
  const texts = ['campaign', 'data'].flatMap((name) => (fields[name] ?? []) as readonly string[]);
  // A text as amount may be refused: the call only must not have an effect then.
  const isIn = ({ min, max }: typeof AMOUNTS, usd: unknown) =>
    usd === undefined || usd === 'x' || (typeof usd === 'number' && usd >= min && usd <= max);
  const known = path?.endsWith('/sale') ? ['sTxId', 'mTxId', 'authCode'] : [...FEE_FIELDS, 'mTxId', 'sTxId'];

  return [
    ...(bytes > 1024 ? [`${bytes} bytes`] : []),
    ...['campaign', 'data'].filter((name) => Array.isArray(fields[name]) && !isSet(fields[name])),
    ...(String(fields['authCode'] ?? '').length > 16 ? ['an authCode of more than 16 characters'] : []),
    ...(fields['amount'] === fields['totalAmount'] && fields['amount'] !== undefined
      ? ['an equal total']
      : []),
    // A sale with an authCode of another type may be refused: it only must not have an effect then.
    ...[...texts, typeof fields['authCode'] === 'string' ? fields['authCode'] : 'x']
      .filter((text) => text !== ASKED_FIRST && !isPrintable(text))
      .map((text) => `the text ${JSON.stringify(text)}`),
    ...(isAnyMtxid || /^[a-z0-9]([a-z0-9-]{0,18}[a-z0-9])?$/i.test(String(fields['mTxId'] ?? 'x'))
      ? []
      : ['mTxId']),
    ...(fields['cardToken'] === undefined || cardTokens.includes(String(fields['cardToken']))
      ? []
      : ['cardToken']),
    ...['amount', 'totalAmount'].filter((name) => !isIn(AMOUNTS, fields[name])),
    ...(!hasExponents && /[0-9.][eE][+-]?[0-9]/.test(body.replaceAll(/"(?:[^"\\]|\\.)*"/g, ''))
      ? ['an exponent']
      : []),
    ...Object.keys(fields).filter((name) => !known.includes(name)),
    ...Object.keys(fields).filter((name) => fields[name] === null),
  ];
}

/** Refused, it shows nothing; accepted, it is sent in another spelling. */
const ASKED_FIRST = '😀 spring';

/**
 * As `str.isprintable` of Python has it, without white space at its ends; 32 characters of at most three bytes. Nothing
 * that the rules of firewalls match.
 */
function isPrintable(text: string): boolean {
  const isShort = text !== '' && text.length <= 32;
  const isOdd = /\p{C}|[^\P{Z} ]|[\u{10000}-\u{10ffff}]/u.test(text) || text.trim() !== text;

  return isShort && !isOdd && !ATTACKS.some((attack) => attack.test(text));
}

const ATTACKS = [
  /<\/?(?:script|iframe|svg|img)|<[?%]|\{\{|\$\{|\.\.\/|__proto__|`|%00/i,
  /\bunion\b.*\bselect\b|['"]\s*(?:or|and)\b|--|['"]\s*;/i,
];

function isSet(texts: unknown): boolean {
  return (
    Array.isArray(texts) && texts.length >= 1 && texts.length <= 5 && new Set(texts).size === texts.length
  );
}

async function sentTo(
  options: Partial<ConformOptions>,
  overrides: Partial<Deployment> = { cardTokens: [] },
): Promise<Sent[]> {
  const sent: Sent[] = [];
  await judge({ onBody: (body) => sent.push({ path: pathFor(body), body }) }, { overrides, ...options });

  return sent;
}

/** Only a sale has neither. */
function pathFor(body: string): string {
  return /"(?:amount|nicn)"\s*:|\\u0061mount/.test(body) ? '/v1/ch' : '/v1/ch/sale';
}

const EFFORTS = ['quick', 'standard', 'deep'] as const;

describe('what a must rule wants accepted is within every limit', () => {
  test.each(sampled(EFFORTS, 1))('at effort %s', async (effort) => {
    const selects = others([...EXPECTS_REFUSAL, ...TRIES_ANY_MTXID]);
    const sent = await sentTo({ effort, selects });

    expect(sent.length).toBeGreaterThan(20);
    expect(sent.filter((one) => limitsMet(one).length > 0).map((one) => [limitsMet(one), one.body])).toEqual(
      [],
    );
  });

  test.each(sampled(EFFORTS, 1))('at effort %s, an mTxId that may be refused aside', async (effort) => {
    const [ofSpelling, sent] = [
      await sentTo({ effort, selects: these([SPELLING_RULE]) }),
      await sentTo({ effort, selects: these(TRIES_ANY_MTXID.filter((id) => id !== SPELLING_RULE)) }),
    ];

    expect(sent.flatMap((one) => limitsMet(one, { isAnyMtxid: true }))).toEqual([]);
    expect(ofSpelling.flatMap((one) => limitsMet(one, { isAnyMtxid: true, hasExponents: true }))).toEqual([]);
  });

  testThoroughly('where the deployment file has card tokens and other bounds', async () => {
    const sent = await sentTo(
      { effort: 'standard', selects: others([...EXPECTS_REFUSAL, ...TRIES_ANY_MTXID]) },
      { cardTokens: ['tok_test_1', 'tok_test_2'], amounts: { min: 1, max: 300 } },
    );
    const met = sent.flatMap((one) => limitsMet(one, { cardTokens: ['tok_test_1', 'tok_test_2'] }));

    expect(met).toEqual([]);
    for (const cardToken of ['tok_test_1', 'tok_test_2'])
      expect(sent.some(({ body }) => body.includes(`"cardToken":"${cardToken}"`))).toBe(true);
    const amounts = sent.flatMap(({ body }) => (JSON.parse(body) as Fields)['amount'] ?? []);
    expect(amounts.every((usd) => usd === 'x' || (Number(usd) >= 1 && Number(usd) <= 300))).toBe(true);
  });
});

/** What an omitted field means; a merchant with one processor may omit that. */
const DEFAULTS: Fields = { country: '840' };

/** Updates that name another card, region, country or processor than their transaction has. */
async function changesSent(effort: EffortName): Promise<readonly Fields[]> {
  const first = new Map<unknown, Fields>();
  const changes: Fields[] = [];
  const nameOf = ({ merchant }: CallContext, identifier: unknown) => `${merchant} ${identifier}`;
  await using server = await startReference({
    checkFee: (request, moment, found) => {
      const known = first.get(nameOf(moment, request['sTxId'] ?? request['mTxId']));
      const isChanged = ['nicn', 'region', 'country', 'processor'].some((name) => {
        const before = known && (known[name] ?? DEFAULTS[name]);

        return before !== undefined && request[name] !== undefined && before !== request[name];
      });
      const why = REFERENCE.checkFee(request, moment, found);
      // What is refused for something else says nothing of updates.
      if (why === undefined && isChanged) changes.push(request);

      return why ?? (isChanged ? 'a change' : undefined);
    },
    feeResponse: (body, request, moment) => {
      const opened = first.get(nameOf(moment, body['sTxId'])) ?? request;
      first.set(nameOf(moment, body['sTxId']), opened);
      if (request['mTxId'] !== undefined) first.set(nameOf(moment, request['mTxId']), opened);

      return body;
    },
  });
  const report = await conform({
    deployment: deploymentOf(server.url),
    selects: others([]),
    effort,
    seed: 1,
  });

  expect(report.verdict).toBe('conformant');

  return changes;
}

testThoroughly.each([
  ['quick', []],
  ['standard', ['nicn', 'region', 'country', 'processor']],
] as const)('at effort %s an update changes %j once, to find out whether it may', async (effort, changed) => {
  expect(await changesSent(effort)).toHaveLength(changed.length);
});

/** Each makes many a case fail, so that it is repeated and made smaller. */
const DEFECTS: readonly BreakableRule[] = [
  'fee-request/accepts-all-fields-at-once',
  'fee-request/accepts-each-optional-field',
  'fee-request/accepts-decimal-amounts',
  'opaque/campaign-and-data-are-opaque',
  'multi-pay/accepts-part-of-total',
  'sale/authcode-is-opaque',
  'sale/accepts-both',
  'fee-response/has-stxid-string',
  'identity/state-machine',
  'identity/update-recalculates-fee',
  'identity/concurrent-updates-keep-stxid',
];

test.each(sampled(DEFECTS, 0))('also while the failure of %s is confirmed and made smaller', async (rule) => {
  const sent: Sent[] = [];
  await using mock = await startMock({ defects: [rule] });
  await using server = await listenHttp(async (request, response) => {
    const body = await readText(request);
    sent.push({ path: request.url, body });
    const headers = request.headers as Readonly<Record<string, string>>;
    const answer = await mock.inject({ path: String(request.url), body, headers });
    response.writeHead(answer.status, answer.headers).end(answer.text);
  });
  const report = await conform({
    deployment: { ...describeMock(mock), url: server.url, cardTokens: [] },
    selects: (id) => id === rule,
    effort: 'standard',
    seed: 1,
  });

  expect(report.rules.find(({ id }) => id === rule)?.outcome).toBe('fail');
  expect(sent.flatMap((one) => limitsMet(one))).toEqual([]);
});

testThoroughly('a request that is to be refused is one edit away from one within every limit', async () => {
  const accepted: string[] = [];
  let last = '';
  await using server = await startReference({
    onBody: (body) => {
      last = body;
    },
    feeResponse: (answer) => {
      accepted.push(last);

      return answer;
    },
  });
  await conform({
    deployment: {
      ...deploymentOf(server.url, { cardTokens: [] }),
      limits: { concurrency: 1, rate: undefined, timeout: 5000 },
    },
    // Nothing is expected of what the storm is answered with.
    selects: these(EXPECTS_REFUSAL.filter((id) => id !== 'robustness/survives-malformed-input')),
    seed: 1,
  });

  expect(accepted.length).toBeGreaterThan(20);
  expect(accepted.flatMap((body) => limitsMet({ path: '/v1/ch', body }))).toEqual([]);
});
