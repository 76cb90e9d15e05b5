/** Judges the reference deployment where it differs in some way, and lists such ways by the rule that finds them. */
import { DEPLOYMENT_DEFAULTS, type Deployment } from '../../conformance/deployment/deployment.ts';
import { type ConformOptions, conform } from '../../conformance/index.ts';
import type { Report } from '../../conformance/report/report.ts';
import { REQUIRED_HEADERS } from '../../src/contract/operations.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { answering, type ReferenceBehavior, startReference, TOKENS } from './reference.ts';

/** Makes a new behavior for each server, since some count calls. */
export type Make = () => Partial<ReferenceBehavior>;

/** The deployment file of a test server, unless a test changes it. */
export function deploymentOf(url: URL, overrides: Partial<Deployment> = {}): Deployment {
  return {
    ...DEPLOYMENT_DEFAULTS,
    url,
    headers: REQUIRED_HEADERS,
    one: { token: TOKENS.one, processors: [{ mid: '700100', name: 'alpha' }] },
    several: {
      token: TOKENS.several,
      processors: [
        { mid: '700100', name: 'alpha' },
        { mid: '700200', name: 'beta' },
      ],
    },
    regions: { ...DEPLOYMENT_DEFAULTS.regions, zip: ['85004', '02134'] },
    multiPay: true,
    cardTokens: ['tok_test_1'],
    ...overrides,
  };
}

export interface JudgeOptions extends Partial<ConformOptions> {
  /** Limits of the deployment file, such as the timeout in milliseconds. */
  readonly limits?: Partial<Deployment['limits']>;
  /** Other fields of the deployment file. */
  readonly overrides?: Partial<Deployment>;
}

/** Judges a server that is started elsewhere, with the seed 1 unless another is given. */
export function judgeAt(url: URL, { limits, overrides, ...options }: JudgeOptions = {}): Promise<Report> {
  const deployment = deploymentOf(url, {
    limits: { ...DEPLOYMENT_DEFAULTS.limits, ...limits },
    ...overrides,
  });

  return conform({ deployment, seed: 1, ...options });
}

export async function judge(
  behavior: Partial<ReferenceBehavior> = {},
  options: JudgeOptions = {},
): Promise<Report> {
  await using server = await startReference(behavior);

  return await judgeAt(server.url, options);
}

/** The rules with one of these outcomes. */
export function outcomes({ rules }: Report, ...kinds: readonly string[]): readonly string[] {
  return rules.filter(({ outcome }) => kinds.includes(outcome)).map(({ id }) => id);
}

export function failedIn(report: Report, level?: 'must' | 'should'): readonly string[] {
  const rules = report.rules.filter((rule) => level === undefined || rule.level === level);

  return outcomes({ ...report, rules }, 'fail');
}

export interface Run {
  readonly report: Report;
  /** The bodies that the deployment got, sorted, with the same identifiers in each run. */
  readonly bodies: readonly string[];
  readonly received: number;
}

/** Judges the reference deployment with this behavior, and records the requests that it gets. */
export async function runAgainst(
  differing: Partial<ReferenceBehavior>,
  options: JudgeOptions = {},
): Promise<Run> {
  const bodies: string[] = [];
  let received = 0;
  const report = await judge(
    {
      ...differing,
      intercept: (request, response, call) => {
        received++;

        return differing.intercept?.(request, response, call) ?? false;
      },
      onBody: (body) => bodies.push(body.replaceAll(/"(?:[sm]|\\u00\w\w)TxId"\s*:\s*"[^"]*"/g, '…')),
    },
    options,
  );

  return { report, bodies: bodies.toSorted(), received };
}

/** Responds to the request of this number and to all later ones with only a status. */
export const from = (call: number, status: number): Partial<ReferenceBehavior> =>
  answering(
    (_, now) => now >= call,
    (response) => response.writeHead(status).end(),
  );

interface Found {
  readonly make: Make;
  /** The suite's timeout in milliseconds; short where no answer comes. */
  readonly timeout?: number;
  /** Rules whose calls meet the defect, where those of its own rule do not. */
  readonly metBy?: RegExp;
  /** How the reason of the failed rule begins. */
  readonly sentence?: string | RegExp;
}

/** Something wrong with a deployment, and the rule that has to find it. */
export interface Defect extends Found {
  readonly what: string;
  readonly rule: RuleId;
}

/** Defects by their rule and by what the deployment does. */
export function defects(
  table: {
    readonly [Rule in RuleId]?: Readonly<Record<string, Make | Found>>;
  },
): readonly Defect[] {
  return Object.entries(table).flatMap(([rule, entries]) =>
    Object.entries(entries).map(([what, entry]) => ({
      ...(typeof entry === 'function' ? { make: entry } : entry),
      what,
      rule: rule as RuleId,
    })),
  );
}
