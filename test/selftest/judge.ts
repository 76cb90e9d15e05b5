/** Judges mocks by the suite, one in this thread or all in worker threads, and keeps the outcomes. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describeMock } from '../../cli/describe-mock.ts';
import { type ConformOptions, checkClient, conform, type RecordOptions } from '../../conformance/index.ts';
import type { EffortName, Report, ReportRule } from '../../conformance/report/report.ts';
import { RULES } from '../../conformance/rules/index.gen.ts';
import { CLIENT_MUST_RULES, CLIENT_RULE_IDS, type ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { startMock } from '../../src/mock/index.ts';
import { MISTAKES, type RunShop, STYLES, type Style } from './clients.ts';
import { brokenRule, FAILS_BESIDES, mockOptionsOf, type Subject, timeoutFor, UNPRICED } from './subjects.ts';

/** The rule, and every rule that it depends on, directly or not. */
export function withDependencies(id: RuleId): (candidate: RuleId) => boolean {
  const selected = new Set<RuleId>([id]);
  for (const rule of selected)
    for (const dependency of RULES.find((known) => known.id === rule)?.dependsOn ?? [])
      selected.add(dependency);

  return (candidate) => selected.has(candidate);
}

/** One rule of one report. */
export interface Mark extends Pick<ReportRule, 'id' | 'level' | 'outcome' | 'reason'> {
  /** Requests of its counterexample; 0 where there is none. */
  readonly steps: number;
}

export interface Judged extends Pick<Report, 'verdict' | 'requests' | 'choices'> {
  readonly subject: Subject;
  readonly marks: readonly Mark[];
}

/**
 * The rule that a defect breaks is judged with the rules that it depends on, and then all rules at effort `quick`, which is
 * a third of a complete run.
 */
export async function judge(subject: Subject): Promise<Judged> {
  const rule = brokenRule(subject);
  if (rule === undefined) return run(subject);
  const alone = await run(subject, { selects: withDependencies(rule) });
  const own = alone.marks.find(({ id }) => id === rule);
  // Some defects show only in what other rules send, and some fail other rules as well.
  if (own?.outcome !== 'fail' || FAILS_BESIDES[subject.name] !== undefined) return run(subject);
  const all = await run(subject, { effort: 'quick' });
  // Calls that the defect mixes up may belong to any rule: only a complete run names the cause.
  if (all.marks.some(({ outcome }) => outcome === 'unstable')) return run(subject);

  return {
    ...all,
    marks: all.marks.map((mark) => (mark.id === own.id ? own : mark)),
    verdict: own.level === 'must' ? alone.verdict : all.verdict,
    requests: alone.requests + all.requests,
  };
}

async function run(subject: Subject, options: Partial<ConformOptions> = {}): Promise<Judged> {
  await using mock = await startMock(mockOptionsOf(subject));
  const { effort, seed } = subject;
  const { pricing, ...unpriced } = describeMock(mock, { timeout: timeoutFor(subject) });
  const deployment = UNPRICED.includes(subject.name) ? unpriced : { ...unpriced, pricing };
  const { verdict, requests, choices, rules } = await conform({ deployment, effort, seed, ...options });
  const marks = rules.map(({ id, level, outcome, reason, counterexample }) => ({
    id,
    level,
    outcome,
    reason,
    steps: counterexample?.steps.length ?? 0,
  }));

  return { subject, verdict, requests, choices, marks };
}

// Judges mocks in worker threads. Each thread takes the next mock from the list when it has finished one.

/** Each takes some memory, and half a second to start. */
const MOST_THREADS = 8;

/** Judges all, in the order of the list. @throws an error of a worker, which is a fault of tollgate */
export async function judgeAll(
  subjects: readonly Subject[],
  onJudged: (done: number) => void,
): Promise<readonly Judged[]> {
  const judged = new Map<number, Judged>();
  const waiting = subjects.entries();
  const work = async () => {
    const worker = new Worker(new URL('worker.ts', import.meta.url));
    for (const [at, subject] of waiting) {
      worker.postMessage(subject);
      const [one] = (await once(worker, 'message')) as [Judged];
      judged.set(at, one);
      onJudged(judged.size);
    }
    await worker.terminate();
  };
  // One more than there are cores: a mock that limits its rate, or answers late, leaves its thread waiting.
  const threads = Math.min(availableParallelism() + 1, MOST_THREADS, subjects.length);
  await Promise.all(Array.from({ length: threads }, work));

  return subjects.flatMap((_, at) => judged.get(at) ?? []);
}

// Judges the built-in clients: each mistake must be found by its own rule, and each legal style must pass.

export type ClientSubject =
  | { readonly kind: 'mistake'; readonly name: ClientRuleId; readonly run: RunShop }
  | ({ readonly kind: 'style' } & Style);

export const CLIENT_SUBJECTS: readonly ClientSubject[] = [
  ...CLIENT_RULE_IDS.map((name) => ({ kind: 'mistake', name, run: MISTAKES[name] }) as const),
  ...STYLES.map((style) => ({ kind: 'style', ...style }) as const),
];

export interface JudgedClient {
  readonly subject: ClientSubject;
  readonly report: Report;
  /** Deviations from the expected results, each in a sentence. */
  readonly deviations: readonly string[];
}

/** Milliseconds of one run: enough for three attempts with responses two seconds late. */
const TIME_LIMIT = 15_000;

/** Runs of one client side by side: they wait for most of their time. */
const JOBS = 3;

export interface JudgeClientOptions {
  readonly seed: number;
  readonly signal?: AbortSignal;
  /** The effort for a style; `standard` by default. */
  readonly effort?: EffortName;
  /** The rules that judge a style; all by default. */
  readonly selects?: (id: ClientRuleId) => boolean;
  readonly record?: RecordOptions;
}

/** A mistake is judged by its own rule and by those that need no run of their own; a style by all. */
export async function judgeClient(
  subject: ClientSubject,
  options: JudgeClientOptions,
): Promise<JudgedClient> {
  const { seed, signal, effort = 'standard', selects = () => true, record } = options;
  const { kind, name, run } = subject;
  const report = await checkClient({
    startMock: (settings) => startMock({ ...settings, control: 'off', journal: 0 }),
    run,
    ...{ seed, signal, record, jobs: JOBS },
    effort: kind === 'style' ? effort : 'standard',
    timeLimit: TIME_LIMIT,
    target: name,
    selects: (id) => (kind === 'style' ? selects(id) : id === name || /^client-(?:request|flow)\//.test(id)),
  });

  return { subject, report, deviations: deviationsOf(subject, report) };
}

function deviationsOf(subject: ClientSubject, { rules, verdict, summary }: Report): readonly string[] {
  const wrong = rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable');
  if (subject.kind === 'style') {
    const { warnings = [] } = subject;
    const accusations = wrong.filter(({ id }) => !warnings.some((rule) => rule === id));

    return [
      ...(verdict === 'conformant' ? [] : [`expected the verdict conformant, got ${verdict}: ${summary}`]),
      ...accusations.map(({ id, reason }) => `expected ${id} to pass, got: ${reason}`),
    ];
  }
  const own = rules.find(({ id }) => id === subject.name);
  const besides = wrong.filter(({ id }) => id !== subject.name && !isBeside(subject.name, id));
  const isMust = CLIENT_MUST_RULES.some((id) => id === subject.name);

  return [
    ...(own?.outcome === 'fail'
      ? []
      : [`expected ${subject.name} to fail, got ${own?.outcome}: ${own?.reason}`]),
    ...(isMust && verdict !== 'nonconformant' ? [`expected the verdict nonconformant, got ${verdict}`] : []),
    ...besides.map(({ id, reason }) => `expected no other rule to fail, got ${id}: ${reason}`),
  ];
}

/** Other rules that the same mistake breaks. */
const BESIDES: { readonly [Id in ClientRuleId]?: readonly ClientRuleId[] } = {
  // A changed sTxId names no transaction.
  'client-flow/uses-identifiers-it-was-given': ['client-flow/sells-what-was-priced'],
};

function isBeside(mistake: ClientRuleId, id: string): boolean {
  return BESIDES[mistake]?.some((rule) => rule === id) ?? false;
}
