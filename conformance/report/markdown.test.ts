import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MUST_RULES, type RuleId } from '../../src/contract/rule-ids.ts';
import { failing, HOSTILE, REAL, reportOf, reportShowing, step } from '../../test/reports/samples.ts';
import { markdown } from './markdown.ts';

/** The text without code, parsed as CommonMark does: first fences, then spans of equally many backticks. */
function outsideCode(text: string): string {
  const unfenced: string[] = [];
  let fence = '';
  for (const line of text.split('\n')) {
    const ticks = line.match(/^(`{3,})(sh)?$/)?.[1] ?? '';
    if (fence === '' && ticks !== '') fence = ticks;
    else if (fence !== '' && ticks.length >= fence.length && line === ticks) fence = '';
    else if (fence === '') unfenced.push(line);
  }
  expect(fence).toBe('');

  return unfenced.map(withoutSpans).join('\n');
}

function withoutSpans(line: string): string {
  let rest = line;
  let outside = '';
  for (let start = rest.search(/`/); start !== -1; start = rest.search(/`/)) {
    const ticks = rest.slice(start).match(/^`+/)?.[0] ?? '';
    const after = rest.slice(start + ticks.length);
    const end = after.search(new RegExp(`(?<!\`)${ticks}(?!\`)`));
    if (end === -1) break;
    outside += `${rest.slice(0, start)}CODE`;
    rest = after.slice(end + ticks.length);
  }

  return outside + rest;
}

describe('Markdown', () => {
  test.each(Object.entries(REAL))(
    'of a real run (%s) begins with the verdict and its meaning',
    async (_, judge) => {
      const report = await judge();
      const [heading, , means] = markdown(report).split('\n');

      const selected = report.partial ? ' \\(\\d+ of \\d+ rules selected\\)' : '';
      expect(heading).toMatch(new RegExp(`^## .+ ${report.verdict}${selected}: \`${report.target}\`$`));
      expect(means).toMatch(/^\S.*\.$/);
    },
  );

  test('lists failures with commands, rules that were not tested with reasons, and warnings', () => {
    const text = markdown(reportOf());
    const headings = text.split('\n').filter((line) => line.startsWith('##'));

    expect(headings.slice(1)).toEqual([
      '### Failures',
      '#### `nicn/refuses-non-digits` (failed)',
      '#### `identity/stxid-is-unique` (unstable)',
      '#### `fee-request/refuses-negative-amount` (warning)',
      '### Not tested: 2 rules',
      '### What this deployment does where the document is silent (observed, not judged)',
    ]);
    expect(text).toContain("```sh\ncurl -sS 'http://127.0.0.1:4010/v1/ch'");
    expect(text).toContain(
      '- `the deployment file says that there is no multi-pay`: `multi-pay/accepts-part-of-total`',
    );
    expect(text).toContain('\n321 requests in 1.3 s');
    expect(text).toContain(
      '- 7 must rules: 1 pass, 1 fail, 1 unstable, 1 waived, 1 blocked, 1 skipped, 1 broken',
    );
    expect(text).toContain(
      '- `sale/accepts-both` (waived): `waived until 2027-01-31 (known, see ticket 12): expected',
    );
    expect(text).toContain('`success-status`: `201`');
    expect(text).toContain('- `not observed: the cap on requests was reached`: `zero-amount`');
  });

  test('text of a server stays in code, where markup has no effect', () => {
    const harmless = outsideCode(markdown(reportOf([failing('nicn/refuses-non-digits')])));
    const showing = (text: string) =>
      outsideCode(
        markdown(
          reportOf([
            failing(
              'nicn/refuses-non-digits',
              {},
              { got: text, expected: text, steps: [step({ body: text })] },
            ),
          ]),
        ),
      );
    for (const text of HOSTILE) expect(showing(text), text).toBe(harmless);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('`', '~', '\n', '|', '<', '@', '\\', ' ', 'a') }),
        (text) => {
          expect(showing(text)).toBe(
            text === ''
              ? harmless.replace('expected CODE', 'expected (nothing)').replace('got CODE', 'got (nothing)')
              : harmless,
          );
        },
      ),
    );
  });

  test('markup, mentions and references in a summary are escaped', () => {
    const text = markdown(reportOf([], { summary: 'At <b>*x*</b> @octocat #1 [a](b) ' }));

    expect(text).toContain(String.raw`At \<b\>\*x\*\</b\> @<!-- -->octocat #<!-- -->1 \[a\](b) `);
  });

  test('fits a comment on GitHub, even if every rule failed', () => {
    const long = 'A'.repeat(1_000_000);
    const rules = MUST_RULES.map((id: RuleId) =>
      failing(
        id,
        { reason: 'r'.repeat(300) },
        { got: 'g'.repeat(300), steps: Array(30).fill(step({ body: long })) },
      ),
    );
    const text = markdown(reportOf(rules));

    expect(text.length).toBeLessThan(65_536);
    for (const id of MUST_RULES) expect(text).toContain(`\`${id}\``);
  });

  test('hostile text in every place adds no markup', () => {
    for (const text of HOSTILE)
      expect(outsideCode(markdown(reportShowing(text)))).not.toMatch(/(?<!\\)<(?!sub>|\/sub>|!-- -->)|\n::/);
  });
});
