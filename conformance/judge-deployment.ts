/** Judges a deployment in a world: the network, or the recording of an earlier run. */
import type { RuleId } from '../src/contract/rule-ids.ts';
import { cut, visibleLine } from '../src/text/visible.ts';
import type { Deployment } from './deployment/deployment.ts';
import { digestsOf } from './evidence/digests.ts';
import type { RecordOptions } from './evidence/record-run.ts';
import { headOf } from './evidence/recording.ts';
import type { RunWorld } from './evidence/world.ts';
import { OBSERVATIONS } from './observations/index.ts';
import type { EffortName, Report } from './report/report.ts';
import { type Invocation, toReport } from './report/to-report.ts';
import { withClock } from './rule/clock.ts';
import type { Stamps } from './rule/mtxids.ts';
import { RULE_IDS } from './rule/selection.ts';
import { RULES } from './rules/index.gen.ts';
import type { Transport } from './runner/client/transport.ts';
import { EFFORTS, runLimits } from './runner/effort.ts';
import type { RuleResult } from './runner/outcome.ts';
import { run } from './runner/run.ts';
import { type CountingOptions, describeRun } from './verdict/counting.ts';
import { profileOf } from './verdict/profile.ts';

export interface ConformOptions extends CountingOptions {
  readonly deployment: Deployment;
  /** The rules to judge; all by default. */
  readonly selects?: (id: RuleId) => boolean;
  /** `standard` by default. */
  readonly effort?: EffortName | undefined;
  /** A 32-bit number; the same seed against the same behaviour gives the same report. */
  readonly seed?: number | undefined;
  /**
   * The request limit, not counting throttled requests. By default that of the effort, or a larger one where the
   * deployment file gives more to judge.
   */
  readonly maxRequests?: number | undefined;
  /** Milliseconds after which the suite sends no more requests; by default that of the effort. */
  readonly maxTimeMs?: number | undefined;
  /** Ends the run early. The report has the rules that were judged by then; the others are not tested. */
  readonly signal?: AbortSignal | undefined;
  /** Records the run, for `tollgate verify`. */
  readonly record?: RecordOptions | undefined;
  /** The version of the service, for the report. */
  readonly build?: string | undefined;
  /** How the suite was called, for the commands that the report prints. */
  readonly invocation?: Invocation;
  /** Called for every rule when it was judged or skipped, with the number of requests so far. */
  readonly onJudged?: (result: RuleResult, requests: number) => void;
}

/** The options of a run, without any that a random number or the time decides. */
export interface GivenRun extends ConformOptions {
  readonly seed: number;
  readonly stamps: Stamps;
  readonly startedAt: Date;
}

const UNKNOWN: Invocation = { command: 'tollgate', reportPath: undefined, deploymentPath: undefined };

export async function judgeDeployment(given: GivenRun, world: RunWorld): Promise<Report> {
  const { deployment, selects = () => true, effort = 'standard', seed, stamps, strict = false } = given;
  const { waivers = [], onJudged } = given;
  profileOf(given, 'service', deployment);
  // An interruption that came before the run is delivered first.
  await world.clock.pause(0, world.signal);
  const { transport, builds } = watchBuild(world.transport, deployment.buildHeader);
  const result = await withClock(world.clock, () =>
    run({
      deployment,
      rules: RULES,
      observations: OBSERVATIONS,
      selects,
      effort: EFFORTS[effort],
      ...{ seed, stamps },
      ...runLimits(EFFORTS[effort], deployment, {
        maxRequests: given.maxRequests,
        maxTime: given.maxTimeMs,
        strict,
      }),
      goesOn: (id) => isAgreed(id, given),
      transport,
      signal: world.signal,
      ...(onJudged === undefined ? {} : { onJudged }),
    }),
  );

  return toReport(
    result,
    {
      ...{ deployment, invocation: given.invocation ?? UNKNOWN, digests: digestsOf(deployment, waivers) },
      build: given.build ?? [...builds][0],
      rebuilt: describeBuilds(builds, deployment.buildHeader),
    },
    describeRun('service', { ...given, effort }, world.elapsed()),
  );
}

/** In characters. */
const LONGEST_BUILD = 80;

/** Collects the builds that the service names in a header of its responses. */
function watchBuild(transport: Transport, header: string | undefined) {
  const builds = new Set<string>();
  if (header === undefined) return { transport, builds };
  const send: Transport['send'] = async (request) => {
    const result = await transport.send(request);
    const build = result.kind === 'answered' ? result.headers[header] : undefined;
    if (build !== undefined && builds.size < 2) builds.add(visibleLine(cut(build, LONGEST_BUILD)));

    return result;
  };

  return { transport: { ...transport, send }, builds };
}

/** Undefined unless the run met several. */
function describeBuilds([first, second]: Iterable<string>, header = ''): string | undefined {
  return second === undefined
    ? undefined
    : `The build of the service changed during the run: ${header} was ${first}, then ${second}. Judge it again while it stays the same.`;
}

/** Whether failures of the rule may be accepted: the run then looks for further ones. */
function isAgreed(id: RuleId, { waivers = [], baseline }: ConformOptions): boolean {
  const isKnown = baseline?.rules.some((rule) => rule.id === id && rule.counterexample !== undefined);

  return isKnown === true || waivers.some(({ rule }) => rule === id);
}

/** The options as a recording holds them. */
export function toRunHead(given: GivenRun) {
  const { selects = () => true, maxRequests, maxTimeMs, stamps, build, invocation = UNKNOWN } = given;
  const selected = RULE_IDS.filter(selects);

  return {
    kind: 'conform' as const,
    ...headOf(given),
    selected,
    maxRequests,
    maxTimeMs,
    stamps,
    build,
    invocation,
  };
}
