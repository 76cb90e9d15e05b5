/** What the page of the console repeats of other parts stays what they say: the calls of faults, and the report. */
import { expect, test } from 'vitest';
import type { AnyReport } from '../../conformance/report/report.ts';
import { FAULT_CALLS } from '../../src/console/page/fault-calls.ts';
import type { ConsoleReport as ShownReport } from '../../src/console/page/report.ts';
import { faultExamples } from '../../src/mock/behaviors/faults/fault.ts';
import { readRuleText, showRule } from '../../src/mock/behaviors/faults/read-fault.ts';

/** A report of the suite is what the page reads. Does not compile where it is not. */
const asShown = (report: AnyReport): ShownReport => report;

test('the page reads the report of the suite', () => {
  expect(asShown).toBeTypeOf('function');
});

test.each(FAULT_CALLS.flatMap(([conditions]) => faultExamples().map(({ fault }) => `${conditions}${fault}`)))(
  'a fault is shown as the text that reads it: %s',
  (text) => {
    const rule = readRuleText(text, 'example');

    expect(readRuleText(showRule(rule), 'shown')).toEqual(rule);
  },
);
