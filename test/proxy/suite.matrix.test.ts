/** The suite through the proxy: what the suite says of a service by tests, the proxy says of it by their traffic. */
import { expect, inject, test } from 'vitest';
import { describeMock } from '../../cli/describe-mock.ts';
import { conform } from '../../conformance/index.ts';
import type { DefectName } from '../../src/contract/rule-ids.ts';
import { type MockOptions, startMock } from '../../src/mock/index.ts';
import { sampled } from '../support/sampled.ts';
import { AMBIGUOUS, REFUSES, ruleOf, VISIBLE } from '../traffic/visible-defects.ts';
import { failedIn, failedOf, startJudgedFront } from './judged-front.ts';

/** Without a secret a mock takes any token, which a rule says. */
const MOCK: MockOptions = { jwtSecret: 'the secret of mocks behind a proxy', control: 'off', journal: 0 };

/** At standard effort; in `npm test` the whole suite is tried at quick effort. */
const isWhole = inject('isThorough');

/** By all rules, or by those of a group. */
async function judgeBoth(options: MockOptions, group?: string) {
  await using mock = await startMock({ ...MOCK, ...options });
  const front = await startJudgedFront(mock.url);
  const suite = await conform({
    deployment: { ...describeMock(mock), url: new URL(front.url) },
    effort: isWhole || group !== undefined ? 'standard' : 'quick',
    seed: 1,
    selects: (id) => group === undefined || id.startsWith(`${group}/`),
  });
  await front.close();

  return { suite, traffic: front.report() };
}

/** Sound services that differ from the default in what traffic shows. */
const SOUND: readonly MockOptions[] = [
  {},
  { grease: 7 },
  { choices: { refusal: '2xx-message-stxid', 'stxid-form': 'digits' } },
  { choices: { 'unknown-stxid-on-fee': 'open', 'update-after-sale': 'refuse', 'second-sale': 'refuse' } },
];

test.each(isWhole ? SOUND : sampled(SOUND, 1))(
  'a sound mock with %o is conformant through the proxy, which agrees',
  async (options) => {
    const { suite, traffic } = await judgeBoth(options);

    expect([suite.verdict, ...failedIn(suite.rules)]).toEqual(['conformant']);
    expect(failedOf(traffic, 'service')).toEqual([]);
    expect(traffic.sides.find(({ subject }) => subject === 'service')?.verdict).toBe('conformant');
    // Every request of the suite to the API was seen, but for those that end before a response.
    expect(traffic.notJudged.filter(({ why }) => why.includes('faster'))).toEqual([]);
    expect(traffic.requests).toBeGreaterThan(isWhole ? 1000 : 80);
  },
);

/** One variant of each rule: the selftest judges all by the whole suite, test/traffic/defects.matrix.test.ts by ordinary traffic. */
const ONE_EACH = [...Map.groupBy(VISIBLE, ruleOf).values()].flatMap((variants) => variants.slice(0, 1));

/**
 * Every call gets one sTxId. Which of the suite's simultaneous calls was given it first depends on their order, and an
 * sTxId that was named before it was given is in doubt. In ordinary traffic it is found.
 */
const ONE_STXID = 'identity/stxid-is-unique';

test.each(sampled(ONE_EACH, 1))(
  '%s is found by the suite through the proxy, and by the proxy',
  async (defect) => {
    const { suite, traffic } = await judgeBoth({ defects: [defect] }, ruleOf(defect).split('/')[0]);

    expect(failedIn(suite.rules)).toContain(ruleOf(defect));
    if (defect !== ONE_STXID) expect(failedOf(traffic, 'service')).toContain(ruleOf(defect));
  },
);

/** Why ordinary traffic leaves them open stands in visible-defects.ts. */
const NOT_ORDINARY = [...REFUSES, ...AMBIGUOUS];

/** In the traffic of the suite even these show: many transactions lose their identity at once, or the suite sends the calls. */
const SHOWN_BY_SUITE: readonly DefectName[] = [
  'fee-request/requires-region:abroad-for-several',
  'nicn/refuses-fewer-than-6-digits:in-an-update-with-a-new-mtxid',
  'nicn/refuses-more-than-8-digits:for-iso-codes',
  'identity/update-by-mtxid-keeps-stxid:after-a-refused-sale',
  'identity/state-machine:second-update',
  'identity/state-machine:update-after-a-sale-for-several',
  'identity/update-by-mtxid-keeps-stxid:names-of-object-properties',
  'fee-response/has-transaction-fee-number:large-amounts',
  'identity/update-by-mtxid-keeps-stxid:of-more-than-50-characters',
  'identity/update-by-mtxid-keeps-stxid:with-another-region',
  'fee-request/requires-amount:beside-totalamount',
  'fee-request/requires-nicn:beside-a-cardtoken',
  'fee-request/requires-nicn:beside-data-and-campaign',
  'fee-request/requires-region:beside-country',
  'nicn/refuses-fewer-than-6-digits:three-digits',
  'nicn/refuses-more-than-8-digits:12-digits',
  'nicn/refuses-more-than-8-digits:below-a-dollar',
  'nicn/refuses-non-digits:other-scripts',
  'nicn/refuses-non-digits:letter-at-the-end',
  'nicn/refuses-non-digits:sign',
  'nicn/refuses-non-digits:abroad',
  'fee-request/requires-region:for-one-card',
  // The suite sends mTxIds that resemble each other, and no call that is missing explains an sTxId that another mTxId got.
  ...NOT_ORDINARY.filter((defect) => ruleOf(defect) === 'identity/distinct-mtxids-are-distinct'),
];

test.each(sampled(SHOWN_BY_SUITE, 0))(
  '%s is found by the suite through the proxy, and by the proxy, which blames no other rule',
  async (defect) => {
    const { suite, traffic } = await judgeBoth({ defects: [defect] }, ruleOf(defect).split('/')[0]);

    expect(failedIn(suite.rules)).toContain(ruleOf(defect));
    expect(failedOf(traffic, 'service')).toEqual([ruleOf(defect)]);
  },
);

/** Rules of another group send the calls that show these. */
const SHOWN_BY_OTHER_GROUPS: readonly DefectName[] = [
  'fee-request/requires-region:in-a-body-that-is-no-json',
  'sale/requires-stxid-or-mtxid:in-a-body-that-is-no-json',
];

const OPEN = NOT_ORDINARY.filter((defect) => ![...SHOWN_BY_SUITE, ...SHOWN_BY_OTHER_GROUPS].includes(defect));

test.each(sampled(OPEN, 0))('%s is found by the suite through the proxy alone', async (defect) => {
  const { suite, traffic } = await judgeBoth({ defects: [defect] }, ruleOf(defect).split('/')[0]);

  expect(failedIn(suite.rules)).toContain(ruleOf(defect));
  expect(failedOf(traffic, 'service')).toEqual([]);
});
