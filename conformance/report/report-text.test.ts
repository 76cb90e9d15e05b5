import { describe, expect, test } from 'vitest';
import { failing, reportOf } from '../../test/reports/samples.ts';
import { RULES } from '../rules/index.gen.ts';
import { fixOf } from './failure.ts';
import { REPORTERS } from './reporters.ts';

test.each(['text', 'html', 'markdown'] as const)(
  'the %s report says how often a failure was seen',
  (kind) => {
    const reason = 'failed 12 of 348 times: expected no server error, got 500';
    const report = reportOf([failing('robustness/no-server-error-on-bad-input', { reason })]);

    expect(REPORTERS[kind](report)).toContain('12 of 348 times');
  },
);

describe('the fix of a rule', () => {
  test('exists for every rule, is unique and is plain text', () => {
    const fixes = RULES.map(({ fix }) => fix);

    expect(new Set(fixes).size).toBe(fixes.length);
    for (const { fix, tries = 'Nothing more.' } of RULES) {
      expect(fix).toMatch(/^[A-Z][^\n]{30,}\.$/);
      expect(tries).toMatch(/^(?:[A-Z]|amount|nicn|region)[^\n]+\.$/);
    }
  });

  test('names no status, because the document defines none', () => {
    expect(
      RULES.filter(
        ({ id, fix }) => id !== 'robustness/no-server-error-on-bad-input' && /\b[2-5]\d\d\b/.test(fix),
      ),
    ).toEqual([]);
  });

  test.each(['text', 'junit', 'sarif', 'html', 'markdown'] as const)(
    'is in a failure of the %s report',
    (kind) => {
      const id = 'sale/authcode-is-optional';

      expect(REPORTERS[kind](reportOf([failing(id)]))).toContain(fixOf(id));
    },
  );
});
