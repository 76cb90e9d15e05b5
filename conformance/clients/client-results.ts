/** Turns what was found of client rules into results for a report. */
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { ClientRule } from '../rule/client-rule.ts';
import { CLIENT_RULES } from '../rules/client-rules.gen.ts';
import { type SeenResult, type Sighting, toResult, withoutRequests } from '../runner/outcome.ts';
import type { Counted, ObservedClient } from './observe-client.ts';
import type { ClientRun } from './run-client.ts';

export type ClientResult = SeenResult<ClientRuleId>;
export type ClientOutcome = ClientResult['outcome'];

export function skipped(cause: 'choice' | 'not-selected' | 'not-judged' | 'effort', why: string) {
  return { kind: 'skipped', cause, why } as const;
}

/** Why a rule is not judged where single exchanges are. */
const DECIDED_BY_RUNS = 'runs of the client decide it: tollgate check-client -- COMMAND';

const EARLIER = 'a call of an earlier transaction that was not seen';

const LEFT_OUT_HERE = 'left out by the recorder, which has it in other requests';

/**
 * The result of each rule by single exchanges, with its first violation.
 *
 * @param tolerated violations of a rule that something may explain, and that leave the verdict as it is
 */
export function passiveResults(observed: ObservedClient, tolerated = 0): readonly ClientResult[] {
  const findings = observed.findings();
  const outcomeOf = (rule: ClientRule): ClientOutcome => {
    const counts = observed.counts(rule.id);
    if (counts === undefined)
      return skipped(
        'not-selected',
        rule.seenIn === undefined ? DECIDED_BY_RUNS : `seen only in ${rule.seenIn}`,
      );
    const { exercised, violated, keptBack, leftOut, unclear } = counts;
    const found = findings.find((finding) => finding.rule === rule);
    if (found !== undefined) {
      const { expected, got, related = [] } = found.finding;
      const often = violated.count > 1 ? { often: `${violated.count} of ${exercised} times` } : {};

      return { kind: 'fail', expected, got, steps: inOrder([...related, found.exchange]), ...often };
    }
    const open = ({ count: seen, first }: Counted, couldBe: string): ClientOutcome => {
      const { finding, exchange } = first ?? {};
      const {
        expected = `that ${rule.title}`,
        got = 'a request that lacks it',
        related = [],
      } = finding ?? {};
      const steps = exchange === undefined ? [] : inOrder([...related, exchange]);
      const shown = { expected, got, steps };
      const outcome = doubtful(shown, { seen, of: seen + exercised, couldBe, tolerated });

      // A source that leaves nothing out shows that it was not sent.
      return outcome.kind === 'unstable' && exchange?.isWhole && finding === undefined
        ? { kind: 'fail', ...shown, often: timesOf(seen, seen + exercised) }
        : outcome;
    };
    if (leftOut.count > 0 && exercised === 0)
      return skipped(
        'choice',
        `${leftOut.count} of ${leftOut.count} requests lack what the recorder may have left out or replaced`,
      );
    if (unclear.count > 0) return open(unclear, unclear.first?.finding?.couldBe ?? EARLIER);
    if (leftOut.count > 0) return open(leftOut, LEFT_OUT_HERE);
    if (exercised === 0)
      return skipped(
        'choice',
        keptBack > 0 ? 'the recording lacks what it needs of each request' : 'no request to judge',
      );

    // A recorder leaves tokens out of all requests or of none: where others have one, the rule is not decided.
    return rule.id === 'client-request/has-bearer-jwt' && observed.tokenless.count > 0
      ? open(observed.tokenless, LEFT_OUT_HERE)
      : { kind: 'pass' };
  };

  return CLIENT_RULES.map((rule) =>
    toResult(rule, withoutRequests(outcomeOf(rule), observed.counts(rule.id)?.exercised)),
  );
}

interface SeenTimes {
  /** How often it was seen, of this many times. */
  readonly seen: number;
  readonly of: number;
  readonly couldBe: string;
  readonly tolerated: number;
}

/** A violation that something may explain leaves the verdict open. */
export function doubtful(
  shown: Pick<Sighting, 'expected' | 'got' | 'steps'>,
  { seen, of, couldBe, tolerated }: SeenTimes,
): ClientOutcome {
  const often = `${timesOf(seen, of)}, could be ${couldBe}`;

  return seen <= tolerated ? skipped('choice', `tolerated: ${often}`) : { kind: 'unstable', ...shown, often };
}

function timesOf(seen: number, of: number): string {
  return seen === 1 ? 'seen once' : `seen ${seen} of ${of} times`;
}

/** Each once, in the order of their ends. */
export function inOrder(exchanges: readonly Exchange[]): readonly Exchange[] {
  return [...new Set(exchanges)].toSorted((one, other) => one.endedAt - other.endedAt);
}

/** A failure counts more than a pass, and a pass more than nothing. */
const BY_WEIGHT: readonly ClientOutcome['kind'][] = ['skipped', 'pass', 'unstable', 'fail'];

/** The results of rules over several runs of a client. */
export function createRunResults() {
  const results = new Map<ClientRule, ClientResult>();

  return {
    of: (rule: ClientRule) => results.get(rule),
    all: (): readonly ClientResult[] => [...results.values()],
    add(rule: ClientRule, outcome: ClientOutcome, exercised: number, run: ClientRun) {
      const earlier = results.get(rule) ?? toResult<ClientRuleId, Sighting>(rule, withoutRequests(outcome));
      const isWorse = BY_WEIGHT.indexOf(outcome.kind) > BY_WEIGHT.indexOf(earlier.outcome.kind);
      results.set(rule, {
        ...earlier,
        outcome: isWorse ? outcome : earlier.outcome,
        exercised: earlier.exercised + exercised,
        requests: earlier.requests + run.exchanges.length + run.dropped,
        durationMs: earlier.durationMs + Math.round(run.endedAt - run.startedAt),
      });
    },
  };
}
