/** Files in which something is wrong with what a mock is to do wrong. */
import { type BrokenFile, SHOP, shopWith } from './broken-file.ts';

const RULE = `${SHOP}.faults[0]`;
const KINDS = 'status, reset, hang, truncated, malformed, empty, slow-body';

function ruled(rule: string): string {
  return shopWith(`faults: [{ ${rule} }]`);
}

export const BROKEN_FAULTS: readonly BrokenFile[] = [
  [
    'no faults where there should be some',
    shopWith('faults: []'),
    `${SHOP}.faults: expected a list of at least one, got an empty list`,
  ],
  ['a fault of nothing', ruled(''), `${RULE}.then: expected a mapping, got nothing`],
  [
    'a fault that does nothing',
    ruled('then: {}'),
    `${RULE}.then: expected at least one of ${KINDS}, latency, got none of them`,
  ],
  [
    'two faults in one',
    ruled('then: { status: 503, hang: true }'),
    `${RULE}.then: expected at most one of ${KINDS}, got status and hang`,
  ],
  [
    'a jitter and a time to ask again without what they belong to',
    ruled('then: { malformed: true, jitter: 5, retry-after: 1 }'),
    `${RULE}.then: expected latency beside jitter, got jitter alone`,
    `${RULE}.then: expected status beside retry-after, got retry-after alone`,
  ],
  [
    'a latency and a jitter that are no milliseconds, and a status that is no refusal',
    ruled('then: { latency: 0.5, jitter: "5", status: 200, retry-after: -1 }'),
    `${RULE}.then.latency: expected a whole number from 0 to 600000, got 0.5`,
    `${RULE}.then.jitter: expected a whole number from 0 to 600000, got "5"`,
    `${RULE}.then.status: expected a whole number from 400 to 599, got 200`,
    `${RULE}.then.retry-after: expected a whole number from 0 to 86400, got -1`,
  ],
  [
    'a reset in between',
    ruled('then: { reset: during }'),
    `${RULE}.then.reset: expected one of true, before, after, got "during"`,
  ],
  [
    'a hang that is none',
    ruled('then: { hang: false }'),
    `${RULE}.then.hang: expected one of true, before, after, got false`,
  ],
  [
    'a body that is not cut off',
    ruled('then: { truncated: false }'),
    `${RULE}.then.truncated: expected true, got false`,
  ],
  [
    'a body that is malformed in a way of its own',
    ruled('then: { malformed: html }'),
    `${RULE}.then.malformed: expected true, got "html"`,
  ],
  [
    'an empty body that is nothing',
    ruled('then: { empty: }'),
    `${RULE}.then.empty: expected true, got nothing`,
  ],
  [
    'a body that never comes',
    ruled('then: { slow-body: 0 }'),
    `${RULE}.then.slow-body: expected a whole number from 1 to 1000000000, got 0`,
  ],
  [
    'conditions that are none',
    ruled('when: always, then: { hang: true }'),
    `${RULE}.when: expected a mapping, got "always"`,
  ],
  [
    'a path that there is not, and an amount that is none',
    ruled('when: { path: /v1/ch/sales, amount: -1 }, then: { hang: true }'),
    `${RULE}.when.path: expected one of /v1/ch, /v1/ch/sale, got "/v1/ch/sales", the nearest is /v1/ch/sale`,
    `${RULE}.when.amount: expected US dollars, 0 or more, such as "13.37", got -1`,
  ],
  [
    'an amount in words',
    ruled('when: { amount: many }, then: { hang: true }'),
    `${RULE}.when.amount: expected US dollars, 0 or more, such as "13.37", got "many"`,
  ],
  [
    'fields of which there are none',
    ruled('when: { body: {} }, then: { hang: true }'),
    `${RULE}.when.body: expected a mapping of at least one, got an empty mapping`,
  ],
  [
    'a field that is a list',
    ruled('when: { body: { nicn: "424242", campaign: [slow] } }, then: { hang: true }'),
    `${RULE}.when.body.campaign: expected a text, a number, true or false, got a list`,
  ],
  [
    'a part, a turn and a number of calls that cannot be',
    ruled('when: { every: 0, probability: 50, times: 0.5 }, then: { hang: true }'),
    `${RULE}.when.every: expected a whole number from 1 to 1000000, got 0`,
    `${RULE}.when.probability: expected a number from 0 to 1, got 50`,
    `${RULE}.when.times: expected a whole number from 1 to 1000000, got 0.5`,
  ],
  [
    'the merchant, where it can be no other',
    ruled('when: { merchant: one }, then: { hang: true }'),
    `${RULE}.when.merchant: unknown key, known here: path, amount, body, every, probability, times`,
  ],
];
