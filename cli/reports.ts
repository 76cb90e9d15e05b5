/** Reads --report before the run, and delivers the reports after it. */
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { type AnyReport, REPORT_KINDS, type ReportKind } from '../conformance/report/report.ts';
import { type CommandContext, type CommandOutput, UsageError, WRONG_USAGE } from './command.ts';
import { checkWritable, repositoryAbove, writeUserFile } from './files.ts';
import { interruptedCode } from './shutdown.ts';
import { tintBy } from './terminal.ts';

export interface WantedReport {
  readonly kind: ReportKind;
  /** Standard output unless given. */
  readonly path: string | undefined;
}

/** Kinds that a log may contain together; the others are for parsers, which accept one report. */
const FOR_LOGS: readonly ReportKind[] = ['text', 'github'];

/**
 * Text on standard output by default.
 *
 * @throws UsageError where a kind is unknown, a file cannot be written, or one report would be written into another
 */
export function readReports(
  wanted: readonly string[],
  kinds: readonly ReportKind[] = REPORT_KINDS,
): readonly WantedReport[] {
  const reports = (wanted.length === 0 ? ['text'] : wanted).map((typed) => readReport(typed, kinds));
  const printed = reports.filter(({ path }) => path === undefined).map(({ kind }) => kind);
  const last = printed.findLast((kind) => !FOR_LOGS.includes(kind)) ?? printed.at(-1);
  const isLog = printed.every((kind) => FOR_LOGS.includes(kind)) && new Set(printed).size === printed.length;
  if (printed.length > 1 && !isLog)
    throw new UsageError(
      `--report: expected one report on standard output, got ${printed.join(' and ')}: give a file, as in ${last}=PATH`,
    );
  const paths = reports.flatMap(({ path }) => path ?? []);
  const twice = paths.find((path, at) => paths.slice(0, at).some((each) => resolve(each) === resolve(path)));
  if (twice !== undefined)
    throw new UsageError(`--report: expected a file of its own for each report, got ${twice} twice`);
  for (const path of paths) checkWritable(path, '--report');

  return reports;
}

function readReport(typed: string, kinds: readonly ReportKind[]): WantedReport {
  const [name = '', ...rest] = typed.split('=');
  const path = rest.length === 0 ? undefined : rest.join('=');
  const kind = kinds.find((known) => known === name);
  if (kind === undefined)
    throw new UsageError(
      `--report: expected one of ${kinds.join(', ')}, or one of them with =PATH, got ${typed}`,
      { typed: name, names: kinds },
    );
  if (path === '' || path === '-')
    throw new UsageError(
      `--report: expected a path after ${kind}=, got ${path || 'nothing'}: ${kind} alone goes to standard output`,
    );

  return { kind, path };
}

/** Writes the reports of a run. */
export interface Printer {
  /** @param where a terminal may have colours */
  readonly write: (kind: ReportKind, where: 'file' | 'terminal') => string;
  /** One line with the verdict and its reason. */
  readonly verdict: () => string;
}

/**
 * Writes the files, and returns the text for standard output. If a file cannot be written, the exit code is 2 and the text
 * report is printed, so that no result is lost. Standard error gets the paths of the files, and the verdict if every report
 * has a file.
 */
export function deliver(
  reports: readonly WantedReport[],
  report: Pick<AnyReport, 'exitCode' | 'interrupted'>,
  { write, verdict }: Printer,
  { environment, shutdown }: Pick<CommandContext, 'environment' | 'shutdown'>,
): CommandOutput {
  const problems: string[] = [];
  const save = (...[path, text, what, flag]: Parameters<typeof writeUserFile>): boolean => {
    try {
      writeUserFile(path, text, what, flag);

      return true;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(`tollgate: ${error.message}\n`);

      return false;
    }
  };
  const written = reports.flatMap(({ kind, path }) =>
    path !== undefined && save(path, write(kind, 'file'), '--report') ? [`${path} (${kind})`] : [],
  );
  const hasFailed = problems.length > 0;
  const printed = reports.filter(({ path }) => path === undefined).map(({ kind }) => kind);
  const out = hasFailed && printed.length === 0 ? (['text'] as const) : printed;
  const summary = environment['GITHUB_STEP_SUMMARY'] ?? '';
  if (summary !== '' && reports.some(({ kind }) => kind === 'github'))
    save(summary, `${write('markdown', 'file')}\n`, 'GITHUB_STEP_SUMMARY', 'a');
  const log = [
    out.length === 0 ? verdict() : '',
    written.length === 0 ? '' : `wrote ${written.join(', ')}\n`,
    ...problems,
  ];
  const code = hasFailed ? WRONG_USAGE : report.exitCode;

  return {
    code: report.interrupted === true ? interruptedCode(shutdown) : code,
    out: out.map((kind) => write(kind, 'terminal')).join(''),
    problem: log.join(''),
  };
}

/**
 * Delivers a report of the suite, with colours on a terminal.
 *
 * @param location the file that SARIF results point at; for a client and for traffic a file of the project by default
 */
export async function deliverReport(
  reports: readonly WantedReport[],
  report: AnyReport,
  context: CommandContext,
  location?: string,
): Promise<CommandOutput> {
  const [{ REPORTERS }, { text, verdictLine }, { sarif }] = await Promise.all([
    import('../conformance/report/reporters.ts'),
    import('../conformance/report/text.ts'),
    import('../conformance/report/sarif.ts'),
  ]);
  const file = location ?? (report.subject === 'service' ? undefined : projectFile());
  const write: Printer['write'] = (kind, where) => {
    if (kind === 'sarif') return sarif(report, file === undefined ? {} : { location: fromRepository(file) });

    return kind === 'text' && where === 'terminal'
      ? text(report, tintBy(context.paint))
      : REPORTERS[kind](report);
  };

  return deliver(reports, report, { write, verdict: () => verdictLine(report) }, context);
}

/** Files of client projects, by preference. */
const PROJECT_FILES =
  'package.json pyproject.toml pom.xml build.gradle build.gradle.kts go.mod Cargo.toml composer.json Gemfile README.md';

/** The first project file that exists in the working directory or at the root of the repository. */
function projectFile(): string | undefined {
  const folders = [process.cwd(), repositoryAbove(process.cwd()) ?? ''];

  return folders
    .flatMap((folder) => PROJECT_FILES.split(' ').map((name) => resolve(folder, name)))
    .find(existsSync);
}

/** The path from the root of the repository, as code scanning requires. */
function fromRepository(path: string): string {
  const root = repositoryAbove(process.cwd()) ?? process.cwd();

  return relative(root, resolve(path)).replaceAll('\\', '/');
}
