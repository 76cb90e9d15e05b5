/**
 * The report as SARIF 2.1.0 for code scanning.
 *
 * A result is a failure. It points at the deployment file or the file of `--sarif-location`, since code scanning requires
 * a file and the source is unknown. Viewers list every result as a failure, so rules that were not tested are
 * notifications of the invocation instead.
 */

import { createHash } from 'node:crypto';
import type { Invocation, Log, Notification, ReportingDescriptor, Result, Run } from 'sarif';
import { createLineFinder } from '../../src/contract/document.ts';
import { placeOf } from '../../src/contract/rule-places.ts';
import { mapTexts } from '../../src/text/map-texts.ts';
import { cut, visible } from '../../src/text/visible.ts';
import { capitalize } from '../../src/text/words.ts';
import { failureLines, fixOf, levelAndSection } from './failure.ts';
import type { AnyReport, Report, ReportRule, ReportStep } from './report.ts';
import { labelOf, lookOf, rulesWith, statusOf } from './rule-status.ts';
import { wordsOf } from './subject-words.ts';

interface SarifOptions {
  /**
   * The file that results point at, by its path from the root of the repository: `tollgate.yaml` by default for a
   * service, and none for a client or traffic.
   */
  readonly location?: string;
}

/** The name of a deployment file that `init` writes. GitHub rejects a log with a result that has no file. */
const DEFAULT_LOCATION = 'tollgate.yaml';

export function sarif(report: AnyReport, options: SarifOptions = {}): string {
  const location = options.location ?? (report.subject === 'service' ? DEFAULT_LOCATION : undefined);
  const runs =
    report.subject === 'traffic'
      ? report.sides.map((side) => ({
          ...toRun(side, location),
          // Code scanning keeps the results of several runs apart by it.
          automationDetails: { id: `tollgate/${side.subject}/` },
        }))
      : [toRun(report, location)];
  const log: Log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs };

  return `${JSON.stringify(mapTexts(log, visible), null, 2)}\n`;
}

function toRun(report: Report, location: string | undefined): Run {
  const { tool, target, verdict, seed, effort, strict, choices, summary, notes, fees } = report;
  const lineOf = createLineFinder();
  const failures = rulesWith(report, 'failed', 'unstable', 'warning', 'waived', 'known');

  return {
    tool: {
      driver: {
        name: tool.name,
        version: tool.version,
        rules: report.rules.map((rule) => toDescriptor(rule, report, lineOf(placeOf(rule.id)))),
      },
    },
    invocations: [toInvocation(report)],
    results: failures.map((rule) => toResult(rule, report, location)),
    properties: {
      ...{ target, verdict, summary, strict, choices },
      ...(wordsOf(report).side === undefined ? { seed, effort } : {}),
      ...(notes && { notes }),
      ...(fees && { fees }),
    },
  };
}

function toDescriptor(rule: ReportRule, report: Report, line: number | undefined): ReportingDescriptor {
  const { id, title, level, section } = rule;
  const sentence = capitalize(title) + (title.endsWith('?') ? '' : '.');
  const place = `${placeOf(id)} in tollgate's openapi.yaml (line ${line})`;
  const help = [sentence, ...(level === 'observe' ? choiceHelp(rule, place) : ruleHelp(rule, place, report))];
  const levels = { must: 'error', should: report.strict ? 'error' : 'warning', observe: 'note' } as const;

  return {
    id,
    name: pascalCase(id),
    shortDescription: { text: sentence },
    fullDescription: { text: `${sentence} (${levelAndSection(rule)})` },
    help: { text: help.join(' '), markdown: help.join('\n\n') },
    defaultConfiguration: { level: levels[level] },
    properties: { tags: section === '–' ? [level] : [level, `section ${section}`] },
  };
}

function ruleHelp({ id, level, section }: ReportRule, place: string, report: Report): readonly string[] {
  const { reproduce, mock } = wordsOf(report);

  return [
    section === '–'
      ? `This ${level} rule is good practice, which no section of the API document demands. It concerns ${place}.`
      : `This ${level} rule follows from section ${section} of the API document and concerns ${place}.`,
    `To fix a failure: ${fixOf(id)}`,
    ...reproduce(id),
    `\`tollgate rules ${id}\` explains the rule${mock(id)}.`,
  ];
}

function choiceHelp({ id, section }: ReportRule, place: string): readonly string[] {
  return [
    `Section ${section} of the API document leaves this open, so it is observed and never judged. It concerns ${place}.`,
    `\`tollgate rules ${id}\` lists the options, and \`tollgate mock --like REPORT.json\` starts a mock that makes the same choices.`,
  ];
}

/** As the format demands: `NicnRefusesNonDigits`. */
function pascalCase(id: string): string {
  return id.replaceAll(/(?:^|[/-])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function toResult(rule: ReportRule, report: Report, location: string | undefined): Result {
  const { id, title, reason, counterexample, shape, replay, waived, known } = rule;
  const last = counterexample?.steps.at(-1);
  const text = [`${title}: ${reason}`, '', ...failureLines(rule, report)].join('\n');

  return {
    ruleId: id,
    ruleIndex: report.rules.indexOf(rule),
    kind: 'fail',
    level: lookOf(statusOf(rule, report)).sarif,
    message: { text: withoutLinks(text) },
    locations: [
      {
        ...(location === undefined
          ? {}
          : {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(location), uriBaseId: '%SRCROOT%' },
                region: { startLine: 1 },
              },
            }),
        logicalLocations: [{ fullyQualifiedName: placeOf(id) }],
      },
    ],
    // Each rule has at most one result, so its id identifies the result in every run.
    partialFingerprints: {
      'tollgateRule/v1': fingerprint(id),
      ...(shape === undefined ? {} : { 'tollgateShape/v1': fingerprint(`${id} ${shape}`) }),
      primaryLocationLineHash: `${fingerprint(id)}:1`,
    },
    ...(last === undefined ? {} : toExchange(last)),
    ...(report.baseline === undefined ? {} : { baselineState: known === undefined ? 'new' : 'unchanged' }),
    ...(waived === undefined
      ? {}
      : { suppressions: [{ kind: 'external', status: 'accepted', justification: waived.reason }] }),
    properties: {
      expected: counterexample?.expected ?? '',
      got: counterexample?.got ?? '',
      ...(replay === undefined ? {} : { replay }),
    },
  };
}

/** Viewers turn `[text](target)` in a message into a link, and a server could send one. */
function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

const LONGEST_BODY = 4000;

function toExchange({ request, response }: ReportStep): Pick<Result, 'webRequest' | 'webResponse'> {
  const protocol = { protocol: 'HTTP', version: '1.1' };

  return {
    webRequest: {
      ...protocol,
      target: request.url,
      method: request.method,
      headers: { ...request.headers },
      body: { text: cut(request.body, LONGEST_BODY) },
    },
    webResponse:
      'none' in response
        ? { noResponseReceived: true, reasonPhrase: response.none }
        : {
            ...protocol,
            statusCode: response.status,
            headers: { ...response.headers },
            body: { text: cut(response.body, LONGEST_BODY) },
          },
  };
}

function toInvocation(report: Report): Invocation {
  const { exitCode, verdict, summary, startedAt, durationMs } = report;

  return {
    executionSuccessful: exitCode === 0 || exitCode === 1,
    exitCode,
    exitCodeDescription: `${verdict}: ${summary}`,
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
    toolExecutionNotifications: rulesWith(report, 'broken', 'not-tested', 'not-observed').map((rule) =>
      toNotification(rule, report),
    ),
  };
}

function toNotification(rule: ReportRule, report: Report): Notification {
  const status = statusOf(rule, report);
  const what = status === 'broken' ? 'tollgate itself failed' : labelOf(status);

  return {
    level: lookOf(status).sarif,
    message: { text: withoutLinks(`${rule.id}: ${what}: ${rule.reason}`) },
    associatedRule: { id: rule.id, index: report.rules.indexOf(rule) },
  };
}
