/** How a server is mended stands in every report that a person reads. */
import { describe, expect, test } from 'vitest';
import { failing, reportOf } from '../../test/reports/samples.ts';
import { RULES } from '../rules/index.ts';
import { fixOf } from './fix.ts';
import { REPORTERS } from './reporters.ts';

describe('how to fix a server', () => {
  test('is said for every rule, in sentences of its own and in plain text', () => {
    const fixes = RULES.map(({ fix }) => fix);

    expect(new Set(fixes).size).toBe(fixes.length);
    for (const { fix, tries = 'Nothing more.' } of RULES) {
      expect(fix).toMatch(/^[A-Z][^\n]{30,}\.$/);
      expect(tries).toMatch(/^(?:[A-Z]|amount|nicn|region)[^\n]+\.$/);
    }
  });

  test('names no status that the document leaves open', () => {
    expect(
      RULES.filter(
        ({ id, fix }) => id !== 'robustness/no-server-error-on-bad-input' && /\b[2-5]\d\d\b/.test(fix),
      ),
    ).toEqual([]);
  });

  test.each(['text', 'junit', 'sarif', 'html', 'markdown'] as const)(
    'stands with a failure in %s',
    (kind) => {
      const id = 'sale/authcode-is-optional';

      expect(REPORTERS[kind](reportOf([failing(id)]))).toContain(fixOf(id));
    },
  );
});
