import { expect, test } from 'vitest';
import { reportOf } from '../../../test/reports/samples.ts';
import { TRAFFIC } from '../../../test/reports/traffic.ts';
import { REPORTERS } from '../../report/reporters.ts';
import { readBaseline, readTrafficBaseline } from './baseline.ts';

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
  ['{ "schema": 2 }', 'got JSON without "schema": 1'],
  [
    REPORTERS.json({ ...reportOf(), verdict: 'fine' as never }),
    'main.json: verdict: expected one of conformant, nonconformant, inconclusive, got "fine"',
  ],
  [
    REPORTERS.json({ ...reportOf(), rules: [{ id: 'x' } as never] }),
    'main.json: rules[0].section: expected a value, got nothing',
  ],
])('what is none is refused', (text, problem) => {
  expect(() => readBaseline(text, 'main.json')).toThrow(problem);
});
