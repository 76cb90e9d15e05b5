import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failing, HOSTILE, REAL, reportOf, reportShowing } from '../../test/reports/samples.ts';
import { github } from './github.ts';
import type { Report } from './report.ts';

/** Parses lines as the runner of GitHub Actions does. */
function commands(report: Report) {
  return github(report)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, kind, title, message] = line.match(/^::(\w+) title=([^:,]*)::(.*)$/) ?? [];

      return { kind, title: decode(title ?? 'unreadable'), message: decode(message ?? 'unreadable') };
    });
}

function decode(text: string): string {
  return text.replaceAll(/%(25|0D|0A|3A|2C)/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

describe('workflow commands', () => {
  test.each(Object.entries(REAL))(
    'of a real run (%s) begin with the verdict, an error unless the exit code is 0',
    async (_, judge) => {
      const report = await judge();
      const [first] = commands(report);

      const selected = report.partial ? ' \\(\\d+ of \\d+ rules selected\\)' : '';
      expect(first?.title).toMatch(new RegExp(`^tollgate: ${report.verdict}${selected} ${report.target}$`));
      expect(first?.kind).toBe(report.exitCode === 0 ? 'notice' : 'error');
      expect(first?.message).toContain(report.summary);
    },
  );

  test('are errors, warnings or notices by status', () => {
    const kinds = Object.groupBy(commands(reportOf()).slice(1), ({ kind }) => kind ?? 'none');
    const titles = (kind: string) => kinds[kind]?.map(({ title }) => title.replace('tollgate: ', ''));

    expect(titles('error')).toEqual([
      'nicn/refuses-non-digits',
      'identity/stxid-is-unique',
      'country/defaults-to-840',
    ]);
    expect(titles('warning')).toEqual(['fee-request/refuses-negative-amount']);
    expect(titles('notice')).toEqual(['sale/accepts-both', 'not tested']);
  });

  test('show the curl command and the replay command', () => {
    const { message } = commands(reportOf([failing('nicn/refuses-non-digits')]))[1]!;

    expect(message).toContain("curl -sS 'http://127.0.0.1:4010/v1/ch'");
    expect(message).toContain('replay: tollgate replay REPORT.json nicn/refuses-non-digits');
  });

  test('text of a server adds no command', () => {
    const ours = commands(reportShowing('harmless')).map(({ kind, title }) => ({ kind, title }));
    for (const text of HOSTILE) {
      const report = reportShowing(text);

      expect(
        commands(report).map(({ kind, title }) => ({ kind, title })),
        text,
      ).toEqual(ours);
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(commands(reportShowing(text))).toHaveLength(ours.length);
      }),
    );
  });

  test('percent signs, line breaks, colons and commas survive the escaping', () => {
    const target = 'http://127.0.0.1:4010/a,b%2C';
    const [first] = commands(reportOf([], { target, summary: '100 % of 2:\nall, %0A' }));

    expect(first?.title).toBe(`tollgate: nonconformant ${target}`);
    expect(first?.message).toMatch(/^100 % of 2:\nall, %0A\n/);
  });
});
