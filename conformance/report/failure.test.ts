import { describe, expect, test } from 'vitest';
import { failing, reportOf, step } from '../../test/reports/samples.ts';
import { PRICED_EARLIER } from '../runner/outcome.ts';
import type { ReportRule } from './report.ts';
import { REPORTERS } from './reporters.ts';

const KINDS = ['text', 'html', 'markdown', 'junit'] as const;

const LONG = 'x'.repeat(8000);
const longStep = {
  ...step(),
  request: { ...step().request, body: LONG },
  curl: `curl -sS --data-raw '${LONG}'`,
};
const lost = { ...step(), response: { none: 'unreachable', detail: 'ECONNREFUSED' } };

const CONFIRMED = failing('sale/accepts-both', {}, { steps: [longStep, step()] });
const UNSTABLE = failing('sale/accepts-both', { outcome: 'unstable' }, { steps: [longStep, step()] });
const stopped = (last: typeof lost | ReturnType<typeof step>) =>
  failing(
    'robustness/survives-malformed-input',
    {},
    { expected: PRICED_EARLIER, got: 'no answer', steps: [longStep, last] },
  );

const shown = (kind: (typeof KINDS)[number], ...rules: readonly ReportRule[]) =>
  REPORTERS[kind](reportOf(rules));

describe.each(KINDS)('the %s report', (kind) => {
  test('calls the exchanges of a confirmed failure a reproduction, and says where a command is whole', () => {
    const text = shown(kind, CONFIRMED);

    expect(text).not.toMatch(/seen in|the last requests/i);
    if (kind !== 'markdown') expect(text).toMatch(/minimal reproduction/i);
    if (kind === 'junit' || kind === 'html') expect(text).toContain(LONG);
    else expect(text).toContain('# shortened: the JSON report has the whole command\n');
  });

  test('says of an unstable failure only where it was seen, and shortens long commands', () => {
    const text = REPORTERS[kind](
      reportOf([UNSTABLE], { verdict: 'inconclusive', exitCode: 3, summary: 'Undecided: one.' }),
    );

    expect(text).toMatch(/seen in/i);
    expect(text).not.toMatch(/reproduc/i);
    expect(text).not.toContain(LONG);
    expect(text).toContain('… (80');
  });

  test('shows the last requests to a deployment that stopped answering as such', () => {
    const text = shown(kind, stopped(lost));

    expect(text).toMatch(/the last requests before it stopped answering; it did not answer again/i);
    expect(text).not.toMatch(/reproduc|was confirmed by repeating/i);
    expect(text).not.toContain(LONG);
  });

  test('does not say that a deployment stopped answering that answers without a fee', () => {
    const text = shown(kind, stopped(step({ status: 500 })));

    expect(text).toMatch(/the last requests before it gave no more fees/i);
    expect(text).not.toMatch(/stopped answering/i);
  });
});

test('only the repeated ones of several failures were confirmed by repeating them', () => {
  const certainty = /failure was confirmed by repeating it/;

  expect(shown('markdown', CONFIRMED)).toContain('Each failure was confirmed by repeating it.');
  expect(shown('markdown', stopped(lost), CONFIRMED)).toContain('Each other failure was confirmed');
  expect(shown('markdown', stopped(lost))).not.toMatch(certainty);
});
