/** The outcomes of the service rules and observations that traffic allows, for a report. */
import { CHOICES } from '../../src/contract/choices.ts';
import type { ObserveRule, RuleId } from '../../src/contract/rule-ids.ts';
import { maskBodyText } from '../../src/text/mask.ts';
import { OBSERVATIONS } from '../observations/index.ts';
import type { ClientResult } from '../report/to-client-report.ts';
import { RULES } from '../rules/index.ts';
import { decisionOn, type Prices } from './prices.ts';
import type { ServiceObserver } from './service-observer.ts';

type ServiceResult = ClientResult<RuleId>;

const NOT_SELECTED = 'not selected with --only or --skip';
const NO_EXCHANGE = 'no exchange to judge';
/** Fewer exchanges may stay below a rate limit. */
const MANY = 60;
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

function outcomeOf(
  id: RuleId,
  observer: ServiceObserver,
  prices: Prices | undefined,
): Pick<ServiceResult, 'outcome' | 'exercised'> {
  const decision = decisionOn(id, prices !== undefined);
  if (decision?.kind !== 'judged') return skipped('choice', decision?.why ?? NO_EXCHANGE);
  const { tally, fails } = observer.result(id);
  if (tally === undefined) return skipped('choice', NO_EXCHANGE);
  const { exercised, violated, proven, kept } = tally;
  const doubt = id === 'fee/matches-reference' ? prices?.doubt() : undefined;
  const [first] = kept;
  if (fails && first !== undefined && doubt === undefined) {
    const { expected, got } = first.violation;

    return {
      exercised,
      outcome: {
        kind: 'fail',
        expected: maskBodyText(expected),
        got: maskBodyText(got),
        steps: first.steps,
        ...(proven > 1 ? { often: `${proven} of ${exercised} times` } : {}),
      },
    };
  }
  if (violated === 0) return { exercised, outcome: { kind: 'pass' } };
  const why =
    doubt ?? 'something else may explain what was seen, or it was seen too rarely to prove anything';

  return { ...skipped('choice', `${violated} of ${exercised} exchanges differ: ${why}`), exercised };
}

function skipped(
  cause: 'choice' | 'not-selected',
  why: string,
): Pick<ServiceResult, 'outcome' | 'exercised'> {
  return { exercised: 0, outcome: { kind: 'skipped', cause, why } };
}
