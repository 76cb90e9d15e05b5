/** Checks how each kind of report shows traffic: what was judged first, then both sides. */
import { describe, expect, test } from 'vitest';
import { HOSTILE, reportShowing, SERVICE_SIDE, TRAFFIC, trafficOf } from '../../test/reports/samples.ts';
import { REPORT_KINDS } from './report.ts';
import { REPORTERS } from './reporters.ts';

const PRINTED = REPORT_KINDS.filter((kind) => kind !== 'json');

describe.each(PRINTED)('%s', (kind) => {
  const printed = REPORTERS[kind](TRAFFIC);

  test('shows the findings of the client and the verdict of the service', () => {
    expect(printed).toContain('client-request/nicn-is-6-to-8-digits');
    expect(
      printed.search(
        /client.{0,20}nonconformant|client.{0,9}not conformant|name="client"|tollgate\/client\//is,
      ),
    ).toBeGreaterThan(-1);
    expect(printed.search(/service.{0,20}conformant|name="service"|tollgate\/service\//is)).toBeGreaterThan(
      -1,
    );
  });

  test('promises no repetition, no replay and no curl command', () => {
    expect(printed).not.toMatch(/confirmed by repeating|replay|curl -|: undefined|\bseed\b|\beffort\b/);
  });

  test('says why rules were not tested', () => {
    expect(printed).toContain('only a sender on purpose finds it out');
  });

  if (kind !== 'sarif')
    test('says what was judged, and what was not', () => {
      expect(printed).toContain('12 exchanges judged: 8 of /v1/ch, 4 of /v1/ch/sale');
      expect(printed).toContain('2 not judged: the response never came');
    });
});

test('the text says what was judged, then what traffic does not show, then the choices', () => {
  const printed = REPORTERS.text(trafficOf([SERVICE_SIDE]));
  const places = [
    '12 exchanges judged',
    'Passed: fee-response/* (2 rules)',
    'Not tested',
    'success-status  201',
  ];

  expect(places.map((place) => printed.indexOf(place))).toEqual(
    places.map((place) => printed.indexOf(place)).toSorted((one, other) => one - other),
  );
  expect(printed).toContain(
    '  only a sender on purpose finds it out (2 rules)\n    nicn/refuses-non-digits, sale/accepts-both',
  );
});

test('the text breaks long lists of rules', () => {
  const rules = Array.from({ length: 20 }, (_, index) => ({
    ...SERVICE_SIDE.rules[2]!,
    id: `group-${index}/refuses-something` as never,
  }));
  const lines = REPORTERS.text(trafficOf([{ ...SERVICE_SIDE, rules }])).split('\n');

  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(130);
  expect(lines.filter((line) => line.includes('group-19/refuses-something'))).toHaveLength(1);
});

test('the text says how often a failure was seen', () => {
  expect(REPORTERS.text(TRAFFIC)).toContain(
    '  seen in (3 of 8 times):\n    POST http://127.0.0.1:4010/v1/ch {"amount"',
  );
});

describe('JUnit', () => {
  test('has one suite for each side', () => {
    const names = [
      ...REPORTERS.junit(TRAFFIC).matchAll(/<testsuite name="([^"]+)" tests="(\d+)" failures="(\d+)"/g),
    ];

    expect(names.map(([, ...parts]) => parts)).toEqual([
      ['client', '5', '1'],
      ['service', '6', '0'],
    ]);
  });

  test('is red for a side of which nothing was judged', () => {
    const side = {
      ...SERVICE_SIDE,
      rules: [],
      verdict: 'inconclusive',
      exitCode: 3,
      summary: 'Nothing.',
    } as const;

    expect(REPORTERS.junit(trafficOf([side]))).toContain('<error message="Nothing." type="inconclusive">');
  });
});

test('SARIF has one run for each side, which code scanning keeps apart', () => {
  const { runs } = JSON.parse(REPORTERS.sarif(TRAFFIC));

  expect(
    runs.map(({ automationDetails, results }: never) => [
      (automationDetails as { id: string }).id,
      (results as []).length,
    ]),
  ).toEqual([
    ['tollgate/client/', 2],
    ['tollgate/service/', 0],
  ]);
});

test('the page has every anchor once, and folds what was not tested', () => {
  const page = REPORTERS.html(TRAFFIC);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);

  expect(new Set(ids).size).toBe(ids.length);
  expect(links.filter((link) => !ids.includes(link))).toEqual([]);
  expect(page.match(/<details>/g)).toHaveLength(2);
});

test.each(['text', 'markdown', 'html'] as const)('%s counts must and should rules apart', (kind) => {
  expect(REPORTERS[kind](TRAFFIC)).toContain('3 must rules: 1 pass, 2 skipped');
  expect(REPORTERS[kind](TRAFFIC)).toContain('1 should rule: 1 pass');
});

test.each(PRINTED)('%s says of traffic without an exchange nothing but that', (kind) => {
  const nothing = { requests: 0, exchanges: { calculateFee: 0, attachSale: 0 }, notJudged: [] };
  const summary = 'No exchange was seen: nothing was judged.';
  const side = { ...SERVICE_SIDE, requests: 0, verdict: 'inconclusive', exitCode: 3, summary } as const;
  const printed = REPORTERS[kind](trafficOf([side], { ...nothing, summary }));

  expect(printed.replaceAll('%3A', ':')).toContain(summary);
  if (kind !== 'junit' && kind !== 'sarif')
    expect(printed).not.toMatch(/not tested|a sender on purpose|must rules:/i);
});

test.each(HOSTILE)('hostile text %j changes no structure', (text) => {
  const side = { ...reportShowing(text), passive: true } as const;
  const report = trafficOf([side], { target: text, summary: text, notJudged: [{ why: text, count: 1 }] });

  expect(REPORTERS.html(report)).not.toMatch(/<(script|img)[^>]*(alert|onerror)/);
  expect(REPORTERS.github(report)).not.toMatch(/^::(?!(error|warning|notice) title=tollgate)/m);
  expect(
    REPORTERS.text(report)
      .split('\n')
      .filter((line) => line.startsWith('::') || line.startsWith('##')),
  ).toEqual([]);
  expect(withoutFences(REPORTERS.markdown(report))).not.toMatch(/^(# (?!❌)|\| a )/m);
});

function withoutFences(text: string): string {
  return text.replaceAll(/^(`{3,})(?:text|sh)\n[\s\S]*?\n\1$/gm, '');
}
