/** Compares the suite's results for a mock with the expected ones: each defect found, no choice accused. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import { type BreakableRule, type DefectName, MUST_RULES } from '../../src/contract/rule-ids.ts';
import { FAILS_BESIDES, warningsOf } from './expected.ts';
import type { Judged, Mark } from './judge.ts';
import { choicesOf } from './subjects.ts';

/** Each in one line. */
export function deviationsOf(judged: Judged): readonly string[] {
  const { subject } = judged;

  return subject.kind === 'defect'
    ? deviationsOfDefect(judged, subject.rule, subject.defect)
    : deviationsOfChoice(judged);
}

/** The marks of failed rules. */
function failuresIn({ marks }: Pick<Judged, 'marks'>): readonly Mark[] {
  return marks.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable' || outcome === 'broken');
}

function deviationsOfDefect(judged: Judged, rule: BreakableRule, defect: DefectName): readonly string[] {
  const own = judged.marks.find(({ id }) => id === rule);
  const failsMust = [rule, ...(FAILS_BESIDES[defect]?.rules ?? [])].some(isMust);
  const verdict = failsMust ? 'nonconformant' : 'conformant';
  const besides = failuresIn(judged).filter((mark) => mark.id !== rule && !isExplained(defect, mark));

  return [
    ...(own?.outcome === 'fail' ? [] : [`expected ${rule} to fail, got ${describeMark(own)}`]),
    ...(judged.verdict === verdict ? [] : [`expected the verdict ${verdict}, got ${judged.verdict}`]),
    ...besides.map((mark) => `expected no other rule to fail, got ${mark.id}, ${describeMark(mark)}`),
  ];
}

function isExplained(defect: DefectName, { id, outcome }: Mark): boolean {
  const besides = FAILS_BESIDES[defect];

  return besides !== undefined && outcome !== 'broken' && (besides.rules?.includes(id) ?? true);
}

/** A single choice must cause its warnings; in a mixture other choices may prevent them. */
function deviationsOfChoice(judged: Judged): readonly string[] {
  const { subject, marks, verdict } = judged;
  const expected = warningsOf(choicesOf(subject));
  const isExpected = ({ id, level, outcome }: Mark) =>
    level === 'should' && outcome === 'fail' && expected.includes(id);
  const unwarned =
    subject.kind === 'choice' ? marks.filter((mark) => expected.includes(mark.id) && !isExpected(mark)) : [];
  const unexpected = failuresIn(judged).filter(({ level }) => level !== 'must');

  return [
    ...(verdict === 'conformant' ? [] : [`expected the verdict conformant, got ${verdict}`]),
    ...marks
      .filter(({ level, outcome }) => level === 'must' && outcome !== 'pass')
      .map((mark) => `expected ${mark.id} to pass, got ${describeMark(mark)}`),
    ...unexpected
      .filter((mark) => !isExpected(mark))
      .map((mark) => `expected no warning of ${mark.id}, got ${describeMark(mark)}`),
    ...unwarned.map((mark) => `expected a warning of ${mark.id}, got ${describeMark(mark)}`),
    ...unobserved(judged),
  ];
}

/** Whether the report observed the option that the mock chose. */
function unobserved({ subject, choices }: Judged): readonly string[] {
  if (subject.kind !== 'choice') return [];
  const { choice, option } = subject;
  const observed = choices[choice];

  // Responses do not distinguish some options: the report names both.
  return observed === undefined || observed.split(' or ').includes(option)
    ? []
    : [`expected ${choice}=${option} to be observed, got ${observed}`];
}

function isMust(id: AnyRuleId): boolean {
  return MUST_RULES.some((known) => known === id);
}

/** On one line. */
function describeMark(mark: Mark | undefined): string {
  if (mark === undefined) return 'no result';
  const reason = mark.reason.replace(/\s+/g, ' ').trim();

  return reason === '' ? mark.outcome : `${mark.outcome}: ${reason}`;
}
