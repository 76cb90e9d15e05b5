/** What the page of the console repeats of other parts stays what they say: faults, choices, the report. */
import { expect, test } from 'vitest';
import type { AnyReport } from '../../conformance/report/traffic-report.ts';
import { groupChoices } from '../../src/console/page/controls/choice-groups.ts';
import { FAULT_CALLS, FAULT_EXAMPLES, showRule } from '../../src/console/page/controls/fault-examples.ts';
import type { AnyReport as ShownReport } from '../../src/console/page/verdict/report.ts';
import { CHOICE_NAMES } from '../../src/contract/choices.ts';
import { FAULT_KINDS } from '../../src/mock/behaviors/faults/fault.ts';
import { readRuleText } from '../../src/mock/behaviors/faults/fault-text.ts';

/** A report of the suite is what the page reads. Does not compile where it is not. */
const asShown = (report: AnyReport): ShownReport => report;

test('the page reads the report of the suite', () => {
  expect(asShown).toBeTypeOf('function');
});

test('each kind of fault has an example', () => {
  const kinds = FAULT_EXAMPLES.flatMap(({ fault }) => Object.keys(readRuleText(fault, 'example').then));

  expect(FAULT_KINDS.filter((kind) => !kinds.includes(kind))).toEqual([]);
  expect(kinds).toContain('latency');
});

test.each(
  FAULT_CALLS.flatMap(({ conditions }) => FAULT_EXAMPLES.map(({ fault }) => `${conditions}${fault}`)),
)('a fault is shown as the text that reads it: %s', (text) => {
  const rule = readRuleText(text, 'example');

  expect(readRuleText(showRule(rule), 'shown')).toEqual(rule);
});

test('a fault with conditions on fields and a quoted text is shown as it is read', () => {
  const text = 'amount=13.37, body.authCode="a b": message="not today: no"';

  expect(showRule(readRuleText(text, 'example'))).toBe(text);
});

test('every choice belongs to a group', () => {
  const groups = groupChoices(CHOICE_NAMES.map((name) => ({ name })));

  expect(groups.flatMap(([, group]) => group.map(({ name }) => name)).toSorted()).toEqual(
    CHOICE_NAMES.toSorted(),
  );
  expect(groups.map(([title]) => title)).not.toContain('Others');
});
