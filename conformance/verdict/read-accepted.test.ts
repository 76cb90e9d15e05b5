import { expect, test } from 'vitest';
import { rule as reported, reportOf, TRAFFIC } from '../../test/reports/samples.ts';
import { REPORTERS } from '../report/reporters.ts';
import { readBaseline, readTrafficBaseline, readWaivers } from './read-accepted.ts';

const GOOD = '{ rule: sale/accepts-both, reason: ticket 12, until: 2027-01-31 }';

function problemsOf(text: string): string {
  try {
    readWaivers(text, 'waivers.yaml');
  } catch (error) {
    expect(error).toMatchObject({ name: 'AgreementError', code: 'agreement' });
    return (error as Error).message;
  }
  throw new Error('no error');
}

test.each([
  ['a list', `- ${GOOD}`],
  ['a list under waivers', `waivers:\n  - ${GOOD}`],
  ['JSON', '[{ "rule": "sale/accepts-both", "reason": "ticket 12", "until": "2027-01-31" }]'],
])('%s is read', (_, text) => {
  expect(readWaivers(text, 'waivers.yaml')).toEqual([
    { rule: 'sale/accepts-both', reason: 'ticket 12', until: '2027-01-31', fails: 'always' },
  ]);
});

test('an entry counts for each shape that it lists, and a rule may have several entries', () => {
  const text = `- ${GOOD.replace('}', ', shape: [a, " b "] }')}\n- ${GOOD.replace('}', ', shape: c }')}\n- ${GOOD}`;

  expect(readWaivers(text, 'waivers.yaml').map(({ shape }) => shape)).toEqual(['a', 'b', 'c', undefined]);
});

test.each(['', '# none\n', 'waivers: []', '[]'])('%j has no waivers', (text) => {
  expect(readWaivers(text, 'waivers.yaml')).toEqual([]);
});

test.each([
  [
    '- { rule: sale/accept-both, reason: x, until: 2027-01-31 }',
    '[0].rule: expected the id of a rule, got "sale/accept-both". Did you mean sale/accepts-both?',
  ],
  [
    '- { rule: "sale/*", reason: x, until: 2027-01-31 }',
    '[0].rule: expected the id of a rule, got "sale/*". ',
  ],
  ['- { rule: sale/accepts-both, reason: " ", until: 2027-01-31 }', '[0].reason: expected a text'],
  [
    '- { rule: sale/accepts-both, until: 2027-01-31 }',
    '[0].reason: expected a text that says why, got nothing',
  ],
  [
    '- { rule: sale/accepts-both, reason: "why it is accepted, and who fixes it", until: 2027-01-31 }',
    '[0].reason: expected your reason in place of the example, got why it is accepted',
  ],
  ['- { rule: sale/accepts-both, reason: x }', '[0].until: expected the last day on which it counts'],
  ['- { rule: sale/accepts-both, reason: x, until: 2027-02-30 }', 'such as 2027-01-31, got 2027-02-30'],
  ['- { rule: sale/accepts-both, reason: x, until: 2027 }', 'such as 2027-01-31, got 2027'],
  [
    `- ${GOOD.replace('}', ', owner: me }')}`,
    '[0].owner: expected one of the keys rule, shape, reason, until, fails',
  ],
  [`- ${GOOD.replace('}', ', fails: often }')}`, '[0].fails: expected one of always, sometimes, got "often"'],
  [
    `- ${GOOD.replace('}', ', shape: [] }')}`,
    '[0].shape: expected the shape of a failure as reports print it',
  ],
  [
    `- ${GOOD.replace('}', ', shape: 5 }')}`,
    '[0].shape: expected the shape of a failure as reports print it',
  ],
  [
    '- sale/accepts-both',
    '[0]: expected a mapping with rule, shape, reason and until, got "sale/accepts-both"',
  ],
  ['waivers: { a: 1 }', 'expected a list of waivers, or a mapping with one under waivers, got {"a":1}'],
  ['waiver: []', 'expected a list of waivers'],
  ['text', 'expected a list of waivers, or a mapping with one under waivers, got "text"'],
  ['- { rule: [', 'waivers.yaml:1:'],
  [
    `- ${GOOD}\n- ${GOOD.replace('ticket 12', 'ticket 13')}`,
    'waivers.yaml:2:11: [1].rule: expected each failure in one entry, got sale/accepts-both again, as in [0]: remove',
  ],
  [
    `- ${GOOD.replace('}', ', shape: [a, b] }')}\n- ${GOOD}\n- ${GOOD.replace('}', ', shape: " b" }')}`,
    '[2].shape: expected each failure in one entry, got sale/accepts-both with "b" again, as in [0]: remove one',
  ],
  [`- ${GOOD.replace('}', ', shape: [a, a] }')}`, 'with "a" again, as in [0]: remove one of the two'],
])('%j is refused with its place', (text, problem) => {
  expect(problemsOf(text)).toContain(problem);
  expect(problemsOf(text)).toMatch(/^waivers\.yaml/);
});

test('a problem has the line and column of the value, or of the entry that lacks it', () => {
  const text = 'waivers:\n  - rule: sale/accept-both\n    until: 2027-01-31\n';

  expect(problemsOf(text)).toContain('waivers.yaml:2:11: waivers[0].rule: expected the id of a rule');
  expect(problemsOf(text)).toContain('waivers.yaml:2:5: waivers[0].reason: expected a text');
});

test('all problems are reported at once', () => {
  expect(problemsOf('waivers:\n- { rule: x }\n- 5\n').split('\n')).toHaveLength(4);
});

test('a report in JSON is read', () => {
  expect(readBaseline(REPORTERS.json(reportOf()), 'main.json')).toEqual(reportOf());
});

test('a report that names rules of a newer version is read', () => {
  const text = REPORTERS.json(reportOf()).replaceAll('sale/accepts-both', 'sale/of-a-newer-version');

  expect(readBaseline(text, 'main.json').rules.map(({ id }) => id)).toContain('sale/of-a-newer-version');
});

test('a report of traffic is read for traffic alone', () => {
  expect(readTrafficBaseline(REPORTERS.json(TRAFFIC), 'main.json')).toEqual(TRAFFIC);
  expect(() => readBaseline(REPORTERS.json(TRAFFIC), 'main.json')).toThrow(
    'main.json: expected a report of a service or a client, got one of traffic',
  );
  expect(() => readTrafficBaseline(REPORTERS.json(reportOf()), 'main.json')).toThrow(
    'main.json: expected a report of traffic, got one of a service',
  );
});

test.each([
  [
    '',
    'main.json: expected a report in JSON, as conform --report json=PATH writes it, got something that is not',
  ],
  ['<?xml version="1.0"?>', 'got something that is not JSON'],
  ['null', 'got JSON without "schema": 1'],
  ['{ "schema": 2 }', 'got a report of schema version 2, where this tollgate reads 1: run the judge again'],
  [
    REPORTERS.json({ ...reportOf(), verdict: 'fine' as never }),
    'main.json: verdict: expected one of conformant, nonconformant, inconclusive, got "fine"',
  ],
  [
    REPORTERS.json({
      ...reportOf(),
      rules: [reported('sale/accepts-both', { outcome: 'blocked', reason: '' })],
    }),
    'main.json: rules[0].reason: expected at least 1 characters, got ""',
  ],
  [
    REPORTERS.json({ ...reportOf(), rules: [{ id: 'x' } as never] }),
    'main.json: rules[0].section: expected a value, got nothing',
  ],
])('what is none is refused', (text, problem) => {
  expect(() => readBaseline(text, 'main.json')).toThrow(problem);
});
