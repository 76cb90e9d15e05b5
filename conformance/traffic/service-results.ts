/** The outcomes of the service rules and observations that traffic allows, for a report. */
import { CHOICES } from '../../src/contract/choices.ts';
import type { ObserveRule, RuleId } from '../../src/contract/rule-ids.ts';
import { maskBodyText } from '../../src/text/mask.ts';
import { OBSERVATIONS } from '../observations/index.ts';
import type { ClientResult } from '../report/to-client-report.ts';
import { RULES } from '../rules/index.ts';
import { decisionOn, MATCHES_REFERENCE, type Prices } from './prices.ts';
import type { ServiceObserver } from './service-observer.ts';

type ServiceResult = ClientResult<RuleId>;

const NOT_SELECTED = 'not selected with --only or --skip';
const NO_EXCHANGE =
  'no exchange decides it: calls that it needs are missing, or may follow calls that were not recorded';
/** Fewer exchanges may stay below a rate limit. */
const MANY = 60;
const TOO_FEW = 'too few to prove a failure';
const NOT_SEEN = 'no exchange shows it';

export function serviceResults(
  observer: ServiceObserver,
  selects: (id: RuleId) => boolean,
  prices: Prices | undefined,
): readonly ServiceResult[] {
  const seen = observer.observations();
  const optionOf = (id: ObserveRule) =>
    seen?.collector.result(id) ??
    (id === 'observe/rate-limiting' && (seen?.count ?? 0) >= MANY ? 'none' : undefined);
  const rules = RULES.map((rule) => ({
    rule,
    ...(selects(rule.id) ? outcomeOf(rule.id, observer, prices) : skipped('not-selected', NOT_SELECTED)),
  }));
  const observations = OBSERVATIONS.map((rule): ServiceResult => {
    if (!selects(rule.id)) return { rule, ...skipped('not-selected', NOT_SELECTED) };
    const option = optionOf(rule.id);
    if (option === undefined) return { rule, ...skipped('choice', NOT_SEEN) };

    return { rule, exercised: 1, outcome: { kind: 'observed', option: maskBodyText(option) } };
  });

  return [...rules, ...observations];
}

/** The choices of the service, as a mock takes them on. */
export function choicesOf(results: readonly ServiceResult[]): Readonly<Record<string, string>> {
  const seen = results.flatMap(({ rule: { id }, outcome }) => {
    const name = id.replace(/^observe\//, '');

    return outcome.kind === 'observed' && Object.hasOwn(CHOICES, name)
      ? [[name, outcome.option] as const]
      : [];
  });

  return Object.fromEntries(seen);
}

/** Notes on what a verdict leaves open: fees that were not compared, and contradictions without proof. */
export function serviceNotes(
  results: readonly ServiceResult[],
  observer: ServiceObserver,
  prices: Prices | undefined,
): readonly string[] {
  const open = results.flatMap(({ rule: { id, level }, outcome }) => {
    if (level === 'observe' || outcome.kind !== 'skipped' || outcome.cause !== 'choice') return [];
    const { tally } = observer.result(id);

    return (tally?.proven ?? 0) > 0 ? [`${id} (${tally?.proven} of ${tally?.exercised} times)`] : [];
  });
  const gap = prices?.gap();

  return [
    ...(open.length === 0 ? [] : [`Contradicted, but not proven: ${open.join(', ')}.`]),
    ...(gap === undefined ? [] : [gap]),
  ];
}

function outcomeOf(
  id: RuleId,
  observer: ServiceObserver,
  prices: Prices | undefined,
): Pick<ServiceResult, 'outcome' | 'exercised'> {
  const decision = decisionOn(id, prices !== undefined);
  if (decision?.kind !== 'judged') return skipped('choice', decision?.why ?? NO_EXCHANGE);
  const { tally, finding } = observer.result(id);
  const [gap, doubt] = id === MATCHES_REFERENCE && prices !== undefined ? [prices.gap(), prices.doubt()] : [];
  if (tally === undefined)
    return gap === undefined ? skipped('choice', NO_EXCHANGE) : skipped('not-judged', gap);
  const { exercised, violated, proven, kept } = tally;
  const [first] = kept;
  if (finding !== 'none' && first !== undefined && doubt === undefined) {
    const { expected, got } = first.violation;
    const often = `${proven} of ${exercised} times`;
    const shown = { expected: maskBodyText(expected), got: maskBodyText(got), steps: first.steps };

    return {
      exercised,
      outcome:
        finding === 'failing'
          ? { kind: 'fail', ...shown, ...(proven > 1 ? { often } : {}) }
          : { kind: 'unstable', ...shown, often: `was seen ${often}, ${TOO_FEW}` },
    };
  }
  if (violated === 0)
    return { exercised, outcome: { kind: 'pass', ...(gap === undefined ? {} : { omitted: gap }) } };
  const why = doubt ?? (proven > 0 ? TOO_FEW : 'something else may explain what was seen');

  return { ...skipped('choice', `${violated} of ${exercised} exchanges differ: ${why}`), exercised };
}

function skipped(
  cause: 'choice' | 'not-selected' | 'not-judged',
  why: string,
): Pick<ServiceResult, 'outcome' | 'exercised'> {
  return { exercised: 0, outcome: { kind: 'skipped', cause, why } };
}
