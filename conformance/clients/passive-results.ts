/** The outcomes of the passive client rules, for a report. */
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { ClientResult } from '../report/to-client-report.ts';
import type { ClientRule } from '../rule/client-rule.ts';
import { CLIENT_RULES } from '../rules/client-rules.ts';
import type { Counted } from './counted.ts';
import type { ObservedClient } from './observe-client.ts';

/**
 * The outcome of each selected rule, with its first violation; for other rules `notSelected` is the reason.
 *
 * @param tolerated violations of a rule that something may explain, and that leave the verdict as it is
 */
export function passiveResults(
  observed: ObservedClient,
  selects: (rule: ClientRule) => boolean,
  notSelected: string,
  tolerated = 0,
): readonly ClientResult[] {
  const { findings } = observed;

  return CLIENT_RULES.map((rule) => {
    if (!selects(rule)) {
      const why = rule.seenIn === undefined ? notSelected : `seen only in ${rule.seenIn}`;

      return { rule, exercised: 0, outcome: { kind: 'skipped', cause: 'not-selected', why } };
    }
    const found = findings.find((finding) => finding.rule === rule);
    const exercised = observed.exercised(rule.id);
    const [leftOut, unclear] = [observed.leftOut(rule.id), observed.unclear(rule.id)];
    if (found === undefined && leftOut.count > 0 && exercised === 0) {
      const why = `${leftOut.count} of ${leftOut.count} requests lack what the recorder may have left out or replaced`;

      return { rule, exercised, outcome: { kind: 'skipped', cause: 'choice', why } };
    }
    const [doubt, couldBe] =
      unclear.count > 0
        ? [unclear, 'an update of an earlier transaction that was not seen']
        : [leftOut, LEFT_OUT_HERE];
    if (found === undefined && doubt.first !== undefined)
      return { rule, exercised, outcome: doubtful(rule, exercised, doubt, { couldBe, tolerated }) };
    if (found === undefined && exercised > 0) return { rule, exercised, outcome: { kind: 'pass' } };
    if (found === undefined) {
      const isLacking = observed.keptBack(rule.id) > 0;
      const why = isLacking ? 'the recording lacks what it needs of each request' : 'no request to judge';

      return { rule, exercised, outcome: { kind: 'skipped', cause: 'choice', why } };
    }
    const { expected, got, related = [] } = found.finding;
    const violated = observed.violated(rule.id);

    return {
      rule,
      exercised,
      outcome: {
        kind: 'fail',
        ...{ expected, got },
        steps: inOrder([...related, found.exchange]),
        ...(violated > 1 ? { often: `${violated} of ${exercised} times` } : {}),
      },
    };
  });
}

export const LEFT_OUT_HERE = 'left out by the recorder, which has it in other requests';

/** A violation that something may explain leaves the verdict open. */
export function doubtful(
  { title }: Pick<ClientRule, 'title'>,
  exercised: number,
  { count: seen, first }: Counted,
  { couldBe, tolerated }: { readonly couldBe: string; readonly tolerated: number },
): ClientResult['outcome'] {
  const times = seen === 1 ? 'seen once' : `seen ${seen} of ${seen + exercised} times`;
  const often = `${times}, could be ${couldBe}`;
  if (seen <= tolerated) return { kind: 'skipped', cause: 'choice', why: `tolerated: ${often}` };
  const { expected, got } = first?.finding ?? { expected: `that ${title}`, got: 'a request that lacks it' };
  const steps = first === undefined ? [] : [first.exchange];
  // A source that leaves nothing out shows that it was not sent.
  const isWhole = first?.exchange.isWhole === true;
  if (isWhole && first.finding === undefined) return { kind: 'fail', expected, got, often: times, steps };

  return { kind: 'unstable', expected, got, often, steps };
}

function inOrder(exchanges: readonly Exchange[]): readonly Exchange[] {
  return [...new Set(exchanges)].toSorted((one, other) => one.endedAt - other.endedAt);
}
