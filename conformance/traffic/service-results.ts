/** The outcomes of the service rules and observations that traffic allows, for a report. */
import { CHOICES } from '../../src/contract/choices.ts';
import type { ObserveRule, RuleId } from '../../src/contract/rule-ids.ts';
import { maskBodyText } from '../../src/text/mask.ts';
import { doubtful, skipped } from '../clients/client-results.ts';
import { OBSERVATIONS } from '../observations/index.ts';
import { describeFees } from '../report/page.ts';
import { RULES } from '../rules/index.gen.ts';
import { type SeenResult, toResult, withoutRequests } from '../runner/outcome.ts';
import { decisionOn, MATCHES_REFERENCE } from './decisions.ts';
import type { Prices } from './prices.ts';
import type { ServiceObserver } from './service-observer.ts';

type ServiceResult = SeenResult<RuleId>;

const NOT_SELECTED = skipped('not-selected', 'not selected with --only or --skip');
const NO_EXCHANGE =
  'no exchange decides it: calls that it needs are missing, or may follow calls that were not recorded';
/** Fewer exchanges may stay below a rate limit. */
const MANY = 60;

export function serviceResults(
  observer: ServiceObserver,
  selects: (id: RuleId) => boolean,
  prices: Prices | undefined,
  tolerated: number,
): readonly ServiceResult[] {
  const seen = observer.observations();
  const optionOf = (id: ObserveRule) =>
    seen?.collector.result(id) ??
    (id === 'observe/rate-limiting' && (seen?.count() ?? 0) >= MANY ? 'none' : undefined);
  const rules = RULES.map((rule): ServiceResult => {
    const { id } = rule;
    const outcome = selects(id) ? outcomeOf(id, observer, prices, tolerated) : NOT_SELECTED;

    return toResult(rule, withoutRequests(outcome, observer.result(id)?.exercised));
  });
  const observations = OBSERVATIONS.map((rule): ServiceResult => {
    if (!selects(rule.id)) return toResult(rule, withoutRequests(NOT_SELECTED));
    const option = optionOf(rule.id);
    if (option === undefined)
      return toResult(rule, withoutRequests(skipped('choice', 'no exchange shows it')));

    const exercised = seen?.collector.count(rule.id) || 1;

    return toResult(rule, withoutRequests({ kind: 'observed', option: maskBodyText(option) }, exercised));
  });

  return [...rules, ...observations];
}

/** The choices of the service, as a mock takes them on. */
export function choicesOf(results: readonly ServiceResult[]): Readonly<Record<string, string>> {
  const seen = results.flatMap(({ id, outcome }) => {
    const name = id.replace(/^observe\//, '');

    return outcome.kind === 'observed' && Object.hasOwn(CHOICES, name)
      ? [[name, outcome.option] as const]
      : [];
  });

  return Object.fromEntries(seen);
}

/** Notes on what a verdict leaves open: violations that the user tolerates, and fees that were compared. */
export function serviceNotes(
  results: readonly ServiceResult[],
  observer: ServiceObserver,
  prices: Prices | undefined,
): readonly string[] {
  const tolerated = results.flatMap(({ id, level, outcome }) => {
    if (level === 'observe' || outcome.kind !== 'skipped' || outcome.cause !== 'choice') return [];
    const { proven = 0, possible = 0, exercised = 0, couldBe } = observer.result(id) ?? {};
    const seen = proven + possible;

    return seen > 0 ? [`${id} (${seen} of ${exercised} times, could be ${couldBe})`] : [];
  });

  return [
    ...(tolerated.length === 0 ? [] : [`Tolerated: ${tolerated.join('; ')}.`]),
    ...(prices === undefined ? [] : [describeFees(prices.counts())]),
  ];
}

function outcomeOf(
  id: RuleId,
  observer: ServiceObserver,
  prices: Prices | undefined,
  tolerated: number,
): ServiceResult['outcome'] {
  const shown = observer.result(id);
  const decision = decisionOn(id, prices !== undefined);
  if (shown === undefined)
    return skipped('choice', decision?.kind === 'not-tested' ? decision.why : NO_EXCHANGE);
  const counts = id === MATCHES_REFERENCE ? prices?.counts() : undefined;
  if (counts?.compared === 0)
    return skipped('not-judged', `--pricing decides nothing: ${describeFees(counts)}`);
  const { exercised, violated, proven, possible, failing, couldBe } = shown;
  if (exercised === 0) return skipped('choice', NO_EXCHANGE);
  const doubt = counts === undefined ? undefined : prices?.doubt();
  const found = failing ?? shown.first ?? shown.doubtful;
  const seen = proven + possible;
  if (found !== undefined) {
    const { violation, steps } = found;
    const [expected, got] = [maskBodyText(violation.expected), maskBodyText(violation.got)];
    // Most prices do not follow from what is not recorded.
    const areMost = counts !== undefined && seen >= MANY_FEES && seen * 2 > counts.compared;
    if (doubt !== undefined || (failing === undefined && !areMost))
      return doubtful(
        { expected, got, steps },
        { seen, of: exercised, couldBe: doubt ?? couldBe, tolerated },
      );
    const failed = areMost ? seen : proven;

    return {
      kind: 'fail',
      expected,
      got,
      steps,
      ...(failed > 1 ? { often: `${failed} of ${exercised} times` } : {}),
    };
  }
  if (violated > 0) return skipped('choice', `${violated} of ${exercised} exchanges differ: ${EXPLAINED}`);

  return {
    kind: 'pass',
    ...(counts === undefined || counts.notComparable.length === 0 ? {} : { omitted: describeFees(counts) }),
  };
}

/** Fees that fail the rule if they are also most of those that were compared. */
const MANY_FEES = 3;
const EXPLAINED = 'the recording itself explains them, such as by a repeated request or another sender';
