import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import {
  EVERY_STATUS,
  failing,
  HOSTILE,
  REAL,
  reportOf,
  reportShowing,
  step,
} from '../../test/reports/samples.ts';
import { html } from './html.ts';
import type { Report } from './report.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

function elements(node: Node): readonly Element[] {
  const within = 'childNodes' in node ? node.childNodes.flatMap(elements) : [];

  return 'tagName' in node ? [node, ...within] : within;
}

function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((candidate) => candidate.name === name)?.value;
}

function textOf(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;

  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

/** Parses the page as a browser does. */
function read(report: Report) {
  const errors: string[] = [];
  const document = parse(html(report), { onParseError: ({ code }) => errors.push(code) });
  const all = elements(document);
  const texts = (...names: readonly string[]) =>
    all.filter(({ tagName }) => names.includes(tagName)).map((element) => textOf(element).trim());

  return {
    errors,
    all,
    texts,
    skeleton: all.map(({ tagName, attrs }) => `${tagName} ${attrs.map(({ name }) => name).join(' ')}`),
  };
}

describe('the HTML report', () => {
  test.each(Object.entries(REAL))(
    'of a real run (%s) is valid HTML and begins with the verdict',
    async (_, judge) => {
      const report = await judge();
      const { errors, texts } = read(report);
      const words = {
        conformant: 'Conformant',
        nonconformant: 'Not conformant',
        inconclusive: 'Inconclusive',
      };

      expect(errors).toEqual([]);
      const selected = report.partial ? / \(\d+ of \d+ rules selected\)$/ : /$/;
      const [word, ...others] = texts('h1').map((one) => one.replace(selected, ''));
      expect([word, ...others]).toEqual([words[report.verdict]]);
      expect(texts('h1', 'h2')[0]?.replace(selected, '')).toBe(word);
      // An inconclusive run says it in its summary.
      if (report.verdict !== 'inconclusive') expect(texts('strong')).toContain('What to do next');
    },
  );

  test('shows every rule, and every failure in full', () => {
    const { texts, all } = read(reportOf());
    const articles = all
      .filter(({ tagName }) => tagName === 'article')
      .map((article) => attribute(article, 'id'));

    expect(articles).toEqual([
      'rule-nicn-refuses-non-digits',
      'rule-identity-stxid-is-unique',
      'rule-country-defaults-to-840',
      'rule-fee-request-refuses-negative-amount',
      'rule-sale-accepts-both',
    ]);
    expect(texts('h2')).toEqual([
      'Failures',
      'Not tested: 2 rules',
      'What this deployment does where the document is silent (observed, not judged)',
      'All rules',
    ]);
    for (const { id } of EVERY_STATUS.filter(({ level }) => level !== 'observe'))
      expect(texts('td')).toContain(id);
    expect(texts('pre')).toContain(
      'tollgate replay REPORT.json nicn/refuses-non-digits http://127.0.0.1:4010/',
    );
    expect(texts('dd')).toContain('accepted: 200');
  });

  test('leaves out empty sections', () => {
    const { latencies: _, ...silent } = reportOf([], { choices: {} });

    expect(read(silent).texts('h2')).toEqual([]);
  });

  test('loads nothing: it has no address, and a policy that forbids loading', () => {
    const { all } = read(reportOf());
    const policy = all.find((element) => attribute(element, 'http-equiv') === 'Content-Security-Policy');
    const addresses = all.flatMap(({ attrs }) =>
      attrs.filter(({ name }) => ['href', 'src', 'srcset', 'action', 'data'].includes(name)),
    );

    expect(attribute(policy!, 'content')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; script-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'$/,
    );
    expect(addresses.filter(({ value }) => !value.startsWith('#'))).toEqual([]);
    expect(html(reportOf())).not.toMatch(/url\(|@import|<link/);
    expect(html(reportOf())).toMatch(/<style>[^<]*\.verdict \{/);
  });

  test('has a target for every link and label, and unique ids', () => {
    const { all } = read(reportOf());
    const ids = all.flatMap((element) => attribute(element, 'id') ?? []);
    const links = all.flatMap((element) => attribute(element, 'href')?.slice(1) ?? []);
    const labels = all.flatMap((element) => attribute(element, 'aria-labelledby') ?? []);

    expect(new Set(ids).size).toBe(ids.length);
    expect([...links, ...labels].filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('does not skip a level of headings', () => {
    const levels = read(reportOf())
      .all.filter(({ tagName }) => /^h\d$/.test(tagName))
      .map(({ tagName }) => Number(tagName[1]));

    expect(levels[0]).toBe(1);
    expect(levels.every((level, index) => index === 0 || level <= (levels[index - 1] ?? 0) + 1)).toBe(true);
  });

  test('text of a server does not change the structure of the page', () => {
    const { skeleton } = read(reportShowing('harmless'));
    for (const text of HOSTILE) {
      const page = read(reportShowing(text));

      expect(page.skeleton, text).toEqual(skeleton);
      expect(page.errors, text).toEqual([]);
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        expect(read(reportShowing(text)).skeleton).toEqual(skeleton);
      }),
      { numRuns: 2 },
    );
  });

  test('escapes invisible characters, and shows all others unchanged', () => {
    const hidden = read(reportShowing('a\u202eb\u0000c'));
    const plain = read(reportShowing('<b>Größe & "سعر"</b>'));

    expect(hidden.texts('dd')).toContain(String.raw`a\u202eb\u0000c`);
    expect(plain.texts('dd')).toContain('<b>Größe & "سعر"</b>');
  });

  test('cuts long responses, and shows the first and the last steps of a long counterexample', () => {
    const steps = Array.from({ length: 400 }, (_, number) =>
      step({ body: `${number} ${'A'.repeat(20_000)}` }),
    );
    const page = html(reportOf([failing('identity/state-machine', {}, { steps })]));

    expect(page.length).toBeLessThan(120_000);
    expect(page).toContain('A… (20002 characters in all)');
    expect(page).toContain('# … 389 more steps in the JSON report');
    expect(page).toMatch(/# 200 399 A+…/);
  });
});
