/** What all outcomes come to: the verdict, and the exit code that a release gate goes by. */
import { type Agreement, asAgreed, NOTHING_AGREED } from './agreement/agree.ts';
import type { RuleResult } from './run/outcome.ts';

export type Verdict = 'conformant' | 'nonconformant' | 'inconclusive';

export interface Judgement {
  readonly verdict: Verdict;
  /** 0 conformant, or inconclusive because the run only observed; 1 nonconformant, 3 inconclusive, 4 the tool itself broke. */
  readonly exitCode: 0 | 1 | 3 | 4;
  /** The verdict's ground in one sentence. */
  readonly why: string;
}

interface VerdictOptions {
  /** Counts a `should` as a `must`. */
  readonly strict: boolean;
  /** Why nothing could be judged, where that is so. */
  readonly inconclusive: string | undefined;
  /** Whether the run was ended before its time. */
  readonly wasInterrupted?: boolean;
  /** What was agreed not to count; nothing unless said. */
  readonly agreement?: Agreement;
}

/** The verdict of what counts. A waiver that is out of date takes nothing from the verdict, but the exit code 0. */
export function reachVerdict(results: readonly RuleResult[], options: VerdictOptions): Judgement {
  const { agreement = NOTHING_AGREED } = options;
  const judgement = judge(asAgreed(results, agreement), { ...options, agreement });
  const why = [
    judgement.why,
    ...sayOutOfDate(agreement),
    ...sayMisspelt(agreement),
    ...sayShapeless(agreement),
    ...sayMended(agreement),
  ].join(' ');
  if (agreement.outOfDate.length === 0 || judgement.exitCode === 4) return { ...judgement, why };

  return { ...judgement, exitCode: 1, why };
}

function judge(
  results: readonly RuleResult[],
  {
    strict,
    inconclusive,
    wasInterrupted = false,
    agreement: { excuses },
  }: VerdictOptions & { readonly agreement: Agreement },
): Judgement {
  const name = strict ? 'must and should rules' : 'must rules';
  const asked = results.filter(({ level }) => level === 'must' || (strict && level === 'should'));
  const counting = asked.filter(({ id }) => !excuses.has(id));
  const excused = asked.filter(({ id }) => excuses.has(id) && excuses.get(id)?.by === undefined);
  const broken = results.filter(({ outcome }) => outcome.kind === 'broken');
  const failed = counting.filter(({ outcome }) => outcome.kind === 'fail');
  const open = [...counting.filter(leavesOpen), ...asked.filter(isUnfinished)].filter(
    (result, index, all) => all.indexOf(result) === index && !failed.includes(result),
  );
  const passed = counting.filter(({ outcome }) => outcome.kind === 'pass');

  if (broken.length > 0)
    return { verdict: 'inconclusive', exitCode: 4, why: `The tool itself broke in ${list(broken)}.` };
  if (failed.length > 0) {
    const cut = wasInterrupted ? ' The run was interrupted.' : '';

    return { verdict: 'nonconformant', exitCode: 1, why: `Failed: ${list(failed)}.${cut}` };
  }
  if (inconclusive !== undefined) return { verdict: 'inconclusive', exitCode: 3, why: inconclusive };
  if (wasInterrupted) {
    const unconfirmed = counting.filter(({ outcome }) => outcome.kind === 'unstable');
    const beside = unconfirmed.length === 0 ? '' : ` Failed, and not confirmed: ${list(unconfirmed)}.`;

    return {
      verdict: 'inconclusive',
      exitCode: 3,
      why: `The run was interrupted: ${passed.length} of ${asked.length} ${name} had passed, none had failed${sayExcused(asked, excuses)}.${beside}`,
    };
  }
  const observed = results.filter(({ outcome }) => outcome.kind === 'observed');
  if (observed.length > 0 && selectsObservationsAlone(results))
    return {
      verdict: 'inconclusive',
      exitCode: 0,
      why: `Only observed: ${observed.length} of ${results.filter(isObservation).length} observations were made, and no rule was selected.`,
    };
  if (open.length > 0)
    return { verdict: 'inconclusive', exitCode: 3, why: `Could not be settled: ${list(open)}.` };
  if (passed.length === 0 && excused.length > 0)
    return {
      verdict: 'inconclusive',
      exitCode: 3,
      why: `None of the ${asked.length} ${name} passed; what failed does not count: ${list(excused)}.`,
    };
  if (passed.length === 0) {
    const hint =
      !strict && results.some(isJudgedShould) ? ' With --strict the should rules count as well.' : '';

    return {
      verdict: 'inconclusive',
      exitCode: 3,
      why: `None of the ${asked.length} ${name} was tested.${hint}`,
    };
  }

  return {
    verdict: 'conformant',
    exitCode: 0,
    why: `${passed.length} of ${asked.length} ${name} passed, none failed${sayExcused(asked, excuses)}.`,
  };
}

function sayExcused(asked: readonly RuleResult[], excuses: Agreement['excuses']): string {
  const excused = asked.filter(({ id }) => excuses.has(id));
  const failed = excused.filter(({ id }) => excuses.get(id)?.by === undefined);
  const of = (kind: 'waived' | 'known') => failed.filter(({ id }) => excuses.get(id)?.kind === kind);
  const [waived, known] = [of('waived'), of('known')];
  const blocked = excused.length - failed.length;
  const said = [
    ...(waived.length === 0 ? [] : [`${waived.length} waived (${list(waived)})`]),
    ...(known.length === 0 ? [] : [`${known.length} known from the baseline (${list(known)})`]),
    ...(blocked === 0 ? [] : [`${blocked} that could not be judged for it`]),
  ];

  return said.length === 0 ? '' : ` beside ${said.join(' and ')}`;
}

function sayOutOfDate({ outOfDate }: Agreement): readonly string[] {
  return outOfDate.map(({ kind, waiver: { rule, shape, until } }) => {
    const which = `The waiver of ${rule}${shape === undefined ? '' : ` (${shape})`}`;
    if (kind === 'expired') return `${which} has expired on ${until}: renew it, or take it out.`;

    return `${which} is stale, since ${shape === undefined ? 'the rule passes' : 'it does not fail so any more'}: take it out.`;
  });
}

function sayMisspelt({ misspelt }: Agreement): readonly string[] {
  return misspelt.map(
    ({ waiver: { rule, shape }, meant }) =>
      `The waiver of ${rule} (${shape}) covers none of its failures. Did you mean shape: ${JSON.stringify(meant)}?`,
  );
}

/** With the line that the waiver lacks. */
function sayShapeless({ shapeless }: Agreement): readonly string[] {
  return shapeless.map(({ waiver: { rule }, shapes }) => {
    const [first, ...others] = shapes.map((shape) => JSON.stringify(shape));

    return others.length === 0
      ? `The waiver of ${rule} names no shape, and would cover any other failure as well: add shape: ${first}.`
      : `The waiver of ${rule} names no shape, and covers none of ${shapes.length} failures: add those that you accept of shape: [${[first, ...others].join(', ')}].`;
  });
}

function sayMended({ mended }: Agreement): readonly string[] {
  return mended.length === 0 ? [] : [`Failed in the baseline and passes: ${mended.join(', ')}.`];
}

/** A failure that does not count, after which not all was tried: there may be one that does. */
function isUnfinished({ outcome }: RuleResult): boolean {
  return (outcome.kind === 'fail' || outcome.kind === 'unstable') && outcome.unfinished !== undefined;
}

/** Neither passed nor failed, and not for want of something that whoever runs the suite left out knowingly. */
function leavesOpen({ outcome }: RuleResult): boolean {
  switch (outcome.kind) {
    case 'unstable':
    case 'blocked':
      return true;
    case 'skipped':
      return outcome.cause === 'not-judged';
    case 'pass':
    case 'fail':
    case 'observed':
    case 'broken':
      return false;
  }
}

function isObservation({ level, outcome }: RuleResult): boolean {
  return level === 'observe' && !isLeftOut(outcome);
}

function selectsObservationsAlone(results: readonly RuleResult[]): boolean {
  return results.every(({ level, outcome }) => level === 'observe' || isLeftOut(outcome));
}

/** With --only or --skip. */
function isLeftOut(outcome: RuleResult['outcome']): boolean {
  return outcome.kind === 'skipped' && outcome.cause === 'not-selected';
}

function isJudgedShould({ level, outcome }: RuleResult): boolean {
  return level === 'should' && (outcome.kind === 'pass' || outcome.kind === 'fail');
}

function list(results: readonly RuleResult[]): string {
  return results.map(({ id }) => id).join(', ');
}
