/** The only file that knows Vitest: the rules as tests of a vendor's own run. */
import { beforeAll, describe, test } from 'vitest';
import { version } from '../../src/contract/version.ts';
import type { Baseline } from '../agreement/baseline.ts';
import type { Waiver } from '../agreement/waiver.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { conform } from '../index.ts';
import { readBaselineFile, readWaiverFile } from '../named-files.ts';
import type { Report } from '../report/report.ts';
import { RULES } from '../rules/index.ts';
import { EFFORTS, type EffortName } from '../run/effort.ts';
import { selection } from '../selection.ts';
import { openServer, type Started } from './server.ts';
import { type TestResult, testResultOf, verdictOf } from './test-result.ts';

export type { Server, Started } from './server.ts';

export interface ConformanceOptions {
  /** The base address, or what starts the server; not needed where the deployment has one. */
  readonly url?: string | URL | (() => Started | Promise<Started>);
  /** The JWT; that of the server or the deployment, or TOLLGATE_TOKEN, unless said. */
  readonly token?: string;
  /** What else the suite is to know: the path of a deployment file, or a deployment. */
  readonly deployment?: string | Deployment;
  /** `standard` unless said. */
  readonly effort?: EffortName;
  /** Patterns of rules, such as `nicn` or `identity/update-*`. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** A 32-bit number: runs the same cases again. */
  readonly seed?: number;
  /** A should rule that fails is a failed test; otherwise it is skipped with a warning. */
  readonly strict?: boolean;
  readonly maxRequests?: number;
  /** Milliseconds after which no request is sent any more: that of the effort, within `timeout`, unless given. */
  readonly maxTimeMs?: number;
  /** Failures that do not count: the path of a waiver file, or waivers. */
  readonly waivers?: string | readonly Waiver[];
  /** The report of an earlier run, whose failures do not count: its path, or the report. */
  readonly baseline?: string | Baseline;
  /** What the tests are listed under. */
  readonly name?: string;
  /** Milliseconds for the whole run, after which the tests fail; ten minutes unless said. */
  readonly timeout?: number;
  /** Told of the report when there is one, to keep it as a file. */
  readonly onReport?: (report: Report) => void | Promise<void>;
}

const TEN_MINUTES = 600_000;

/**
 * Registers a test for each rule, and one for the verdict. The deployment is judged once, before the first of them.
 *
 * @throws SelectionError where a pattern selects no rule
 */
export function describeConformance(options: ConformanceOptions): void {
  const { only = [], skip = [], timeout = TEN_MINUTES } = options;
  const selects = selection(only, skip);

  describe(options.name ?? 'conformance to the Transaction Fee and Sale API', () => {
    let report: Report | undefined;

    beforeAll(async () => {
      report = await judge(options, selects);
      await options.onReport?.(report);
    }, timeout);

    const tell = (name: string, resultIn: (report: Report) => TestResult) =>
      test(name, async ({ annotate, skip }) => {
        if (report === undefined) throw new Failure('the deployment was not judged');
        const result = resultIn(report);
        if (result.kind === 'failed') throw new Failure(result.message);
        if (result.kind === 'passed') return;
        if (result.note.startsWith('warning')) await annotate(result.note, 'warning');
        skip(result.note);
      });

    for (const { id } of RULES.filter((rule) => selects(rule.id))) {
      tell(id, (found) => {
        const rule = found.rules.find((candidate) => candidate.id === id);

        return rule === undefined ? { kind: 'failed', message: 'not judged' } : testResultOf(rule, found);
      });
    }
    tell('the verdict', verdictOf);
  });
}

async function judge(
  { url, token, deployment, waivers = [], baseline, ...options }: ConformanceOptions,
  selects: (id: (typeof RULES)[number]['id']) => boolean,
): Promise<Report> {
  const { effort = 'standard', seed, strict, maxRequests, timeout = TEN_MINUTES } = options;
  // The report has to be there before the tests are given up.
  const longest = timeout * 0.9;
  const maxTimeMs = options.maxTimeMs ?? (longest < EFFORTS[effort].maxTime ? longest : undefined);
  const agreed = {
    waivers: typeof waivers === 'string' ? readWaiverFile(waivers) : waivers,
    baseline: typeof baseline === 'string' ? readBaselineFile(baseline) : baseline,
  };
  await using server = await openServer({ url, token, deployment });

  return await conform({
    deployment: server.deployment,
    selects,
    toolVersion: version(),
    ...agreed,
    effort,
    ...(seed === undefined ? {} : { seed }),
    ...(strict === undefined ? {} : { strict }),
    maxRequests,
    maxTimeMs,
  });
}

/** Shown as it is: where this suite threw it would tell a vendor nothing. */
class Failure extends Error {
  override readonly name = 'tollgate';

  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}
