/** Waivers and baselines cover known failures: a new failure of the same rule counts. */
import { describe, expect, test } from 'vitest';
import { type Report, readWaivers } from '../../conformance/index.ts';
import { PLACEHOLDER, waiverEntries } from '../../conformance/report/failure.ts';
import type { EffortName } from '../../conformance/report/report.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { describeOnce, sampled } from '../support/sampled.ts';
import { type JudgeOptions, judge } from './judge.ts';
import { checkFee, checkSale, type Fields, REFERENCE, type ReferenceBehavior } from './reference.ts';

/** A change to the reference deployment; several can be combined. */
interface Defect {
  /** Fields of a fee call that the deployment replaces before it reads the call. */
  readonly rewritesFee?: (request: Fields) => Fields;
  readonly refusesFee?: (request: Fields) => boolean;
  /** Fee calls that it answers with status 500. */
  readonly crashes?: (request: Fields) => boolean;
  readonly refusesSale?: (request: Fields) => boolean;
  /** The `mTxId` that it stores. */
  readonly storesMtxid?: (mTxId: string) => string;
  /** The `mTxId`s by which it finds no transaction. */
  readonly loses?: RegExp | undefined;
  readonly answersFee?: (body: Fields, request: Fields, isUpdate: boolean) => Fields;
  /** Sales without an identifier that it attaches to the latest transaction. */
  readonly attachesToLatest?: (request: Fields) => boolean;
}

interface Pair {
  readonly rule: RuleId;
  readonly known: Defect;
  readonly new: Defect;
  /** `standard` by default. */
  readonly effort?: EffortName;
}

const has = (value: unknown, part: string | RegExp) =>
  [value].flat().some((text) => typeof text === 'string' && new RegExp(part).test(text));
const decimals = ({ amount }: Fields) => String(amount).split('.')[1]?.length ?? 0;

const PAIRS: readonly Pair[] = [
  {
    rule: 'opaque/campaign-and-data-are-opaque',
    known: { refusesFee: ({ campaign }) => has(campaign, "'") },
    new: { refusesFee: ({ data }) => has(data, "'") },
  },
  {
    rule: 'fee-request/accepts-all-fields-at-once',
    known: { refusesFee: ({ country, processor }) => Boolean(country && processor) },
    new: { refusesFee: ({ country, campaign }) => Boolean(country && campaign) },
    effort: 'quick',
  },
  {
    rule: 'sale/authcode-is-opaque',
    known: { refusesSale: ({ authCode }) => has(authCode, "'") },
    new: { refusesSale: ({ authCode }) => has(authCode, 'é') },
  },
  {
    rule: 'nicn/refuses-non-digits',
    known: { rewritesFee: ({ nicn }) => (has(nicn, /^\d{4}[A-Z]{2}$/) ? { nicn: '424242' } : {}) },
    new: { rewritesFee: ({ nicn }) => (has(nicn, /^\d+\n\d+$/) ? { nicn: '424242' } : {}) },
  },
  {
    rule: 'region/accepts-zip-code',
    known: { refusesFee: ({ region }) => has(region, /^0\d{4}$/) },
    new: { refusesFee: ({ region }) => has(region, /^\d{5}$/) },
  },
  {
    rule: 'identity/distinct-mtxids-are-distinct',
    known: { storesMtxid: (mTxId) => mTxId.slice(0, 24) },
    new: { storesMtxid: (mTxId) => mTxId.replaceAll(/[-.]/g, '') },
  },
  {
    rule: 'opaque/campaign-and-data-are-opaque',
    known: { refusesFee: ({ data }) => has(data, '\\\\') },
    new: { crashes: ({ data }) => has(data, '\\\\') },
  },
  {
    rule: 'fee-response/has-transaction-fee-number',
    known: {
      answersFee: (body, { sTxId }, isUpdate) =>
        isUpdate && sTxId === undefined ? { ...body, transactionFee: undefined } : body,
    },
    new: {
      answersFee: (body, { sTxId }) => (sTxId === undefined ? body : { ...body, transactionFee: '1.00' }),
    },
  },
  {
    rule: 'fee-request/accepts-decimal-amounts',
    known: { refusesFee: (request) => decimals(request) === 1 },
    new: { refusesFee: (request) => decimals(request) === 2 },
  },
  {
    rule: 'sale/requires-stxid-or-mtxid',
    known: { attachesToLatest: ({ authCode }) => authCode !== undefined },
    new: { attachesToLatest: () => true },
  },
  {
    rule: 'identity/update-by-mtxid-keeps-stxid',
    known: {
      answersFee: (body, { sTxId, amount }, isUpdate) =>
        isUpdate && sTxId === undefined && amount === 500 ? { ...body, sTxId: `${body['sTxId']}b` } : body,
    },
    new: { refusesFee: ({ mTxId, sTxId, amount }) => Boolean(mTxId && !sTxId && amount === 10) },
  },
  ...[
    [/^0$/, /^0./],
    [/^0$/, /[A-Z]/],
    [/^\d+$/, /-/],
    [/[A-Z]/, /^\d+$/],
    [/-/, /./],
  ].map(([known, added]) => ({
    rule: 'identity/update-by-mtxid-keeps-stxid' as const,
    known: { loses: known },
    new: { loses: added },
  })),
];

/** The behavior of the reference deployment with these defects. */
function withDefects(...defects: readonly Defect[]): Partial<ReferenceBehavior> {
  const opened = new Set<unknown>();
  const any = (name: 'refusesFee' | 'crashes' | 'refusesSale' | 'attachesToLatest', request: Fields) =>
    defects.some((defect) => defect[name]?.(request) === true);

  return {
    normalizeRequest: (request) =>
      Object.assign({}, request, ...defects.map(({ rewritesFee }) => rewritesFee?.(request) ?? {})),
    checkFee: (request, ...rest) => {
      if (any('crashes', request)) return 'crash';

      return any('refusesFee', request) ? 'no' : checkFee(request, ...rest);
    },
    checkSale: (request, found) =>
      any('refusesSale', request)
        ? 'no'
        : checkSale(
            any('attachesToLatest', request) && found !== undefined ? { ...request, sTxId: '' } : request,
            found,
          ),
    refusal: (why) => ({ ...REFERENCE.refusal(why), status: why === 'crash' ? 500 : 422 }),
    findTransaction(known, request) {
      const isUnnamed = request['sTxId'] === undefined && request['mTxId'] === undefined;
      if (isUnnamed && request['amount'] === undefined && any('attachesToLatest', request))
        return known.at(-1);
      if (request['sTxId'] !== undefined || typeof request['mTxId'] !== 'string')
        return REFERENCE.findTransaction(known, request);
      const { mTxId: named } = request;
      if (defects.some(({ loses }) => loses?.test(named))) return undefined;
      const kept = (mTxId: string) =>
        defects.reduce((text, { storesMtxid }) => storesMtxid?.(text) ?? text, mTxId);
      const wanted = kept(named);

      return known.findLast(({ mTxId }) => mTxId !== undefined && kept(mTxId) === wanted);
    },
    feeResponse: (body, request) => {
      const isUpdate = opened.has(body['sTxId']);
      opened.add(body['sTxId']);

      return defects.reduce(
        (answer, { answersFee }) => answersFee?.(answer, request, isUpdate) ?? answer,
        body,
      );
    },
  };
}

describe.each(sampled(PAIRS, 1))(
  'a known failure of $rule',
  ({ rule, known, new: added, effort = 'standard' }) => {
    async function judged(behavior: Partial<ReferenceBehavior>, options: JudgeOptions) {
      const selects = (id: RuleId) => id === rule || id === OTHER;
      const report = await judge(behavior, { selects, effort, ...options });

      return { report, exitCode: report.exitCode, failure: ruleIn(report) };
    }
    const ruleIn = (report: Report) => report.rules.find(({ id }) => id === rule);

    test('does not count with any seed, and hides no new failure, with a waiver or a baseline', async () => {
      const before = await judged(withDefects(known), { seed: 1 });
      const first = ruleIn(before.report);
      expect(first?.outcome).toBe('fail');
      const lines = first === undefined ? [] : waiverEntries(first, before.report);
      const waivers = readWaivers(lines.join('\n').replaceAll(PLACEHOLDER, 'ticket 4711'), 'waivers.yaml');

      for (const [options, seed, another] of [
        [{ baseline: before.report }, 2, 1],
        [{ waivers }, 3, 4],
      ] as const) {
        const again = await judged(withDefects(known), { ...options, seed });
        expect(again).toMatchObject({ exitCode: 0 });
        const { exitCode, failure } = await judged(withDefects(known, added), { ...options, seed: another });
        expect(exitCode).toBe(1);
        expect(failure).toMatchObject({ outcome: 'fail' });
        expect(failure?.shape).not.toBe(first?.shape);
      }
    });
  },
);

/** A rule that passes: a run in which no rule passes is inconclusive. */
const OTHER = 'region/accepts-two-letter-state';

describeOnce('at quick, a waiver for a single quote in authCode', () => {
  const refuses = (pattern: RegExp): Partial<ReferenceBehavior> => ({
    checkSale: (request, found) =>
      typeof request['authCode'] === 'string' && pattern.test(request['authCode'])
        ? 'no'
        : checkSale(request, found),
  });
  async function outOfDate(behavior: Partial<ReferenceBehavior>, shape: string) {
    const waivers = readWaivers(
      `- { rule: sale/authcode-is-opaque, shape: "${shape}", reason: x, until: 9999-12-31 }`,
      'waivers.yaml',
    );
    const selects = (id: string) => id === 'sale/authcode-is-opaque' || id === OTHER;
    const report = await judge(behavior, { effort: 'quick', selects, waivers });

    return report.outOfDate?.map(({ kind }) => kind);
  }
  const QUOTE = 'sale with sTxId, authCode: given, authCode: single quote → refused (4xx)';

  test('is not stale if the quote comes with another failing character', async () => {
    expect(await outOfDate(refuses(/['é]/), QUOTE)).toBeUndefined();
  });

  test('is stale if the quote is accepted, also while other characters are refused', async () => {
    expect(await outOfDate(refuses(/é/), QUOTE)).toEqual(['stale']);
    expect(await outOfDate({}, QUOTE)).toEqual(['stale']);
  });

  test('is not stale if the run did not try what it names', async () => {
    expect(await outOfDate({}, QUOTE.replace('single quote', 'leading zero'))).toBeUndefined();
  });
});
