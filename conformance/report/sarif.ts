/**
 * The report as SARIF 2.1.0, which code scanning shows. A result is a failure, at the deployment file or the file
 * of `--sarif-location`: SARIF knows only files, and the code of a service is not known here. What was not tested is no result, since viewers would list it among the failures: the invocation
 * tells it as notifications.
 */
import { createHash } from 'node:crypto';
import type { Invocation, Log, Notification, ReportingDescriptor, Result } from 'sarif';
import { createLineFinder } from '../../src/contract/document.ts';
import { RULE_PLACES } from '../../src/contract/rule-places.ts';
import { mapTexts } from '../../src/text/map-texts.ts';
import { cut, visible } from '../../src/text/visible.ts';
import type { ReportStep } from './counterexample.ts';
import { fixOf } from './fix.ts';
import type { Report, ReportRule } from './report.ts';
import { rulesOf, type Standing, standingOf } from './standing.ts';
import { otherFailureLines, stepLines } from './text.ts';

interface SarifOptions {
  /** The file that results point at, by its path from the root of the repository. */
  readonly location?: string;
}

export function sarif(report: Report, { location = DEFAULT_LOCATION }: SarifOptions = {}): string {
  const { tool, target, verdict, seed, effort, strict, choices, summary } = report;
  const lineOf = createLineFinder();
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: tool.name,
            version: tool.version,
            rules: report.rules.map((rule) => toDescriptor(rule, report, lineOf(RULE_PLACES[rule.id]))),
          },
        },
        invocations: [toInvocation(report)],
        results: rulesOf(report, 'failed', 'unsettled', 'warned', 'waived', 'known').map((rule) =>
          toResult(rule, report, location),
        ),
        properties: { target, verdict, summary, seed, effort, strict, choices },
      },
    ],
  };

  return `${JSON.stringify(mapTexts(log, visible), null, 2)}\n`;
}

/**
 * The name under which init writes a deployment file. GitHub rejects a whole log of which one result has no file, and
 * shows a result of which the file is not in the repository.
 */
const DEFAULT_LOCATION = 'tollgate.yaml';

const CONTRACT = "tollgate's openapi.yaml";

type Level = 'error' | 'warning' | 'note' | 'none';

const LEVELS: Readonly<Record<Standing, Level>> = {
  failed: 'error',
  waived: 'error',
  known: 'error',
  unsettled: 'warning',
  warned: 'warning',
  broken: 'error',
  untested: 'note',
  passed: 'none',
  observed: 'none',
  unobserved: 'note',
};

/** The level that a failure of the rule has. */
function defaultLevel({ level }: ReportRule, { strict }: Report): Level {
  switch (level) {
    case 'must':
      return 'error';
    case 'should':
      return strict ? 'error' : 'warning';
    case 'observe':
      return 'note';
  }
}

function toDescriptor(rule: ReportRule, report: Report, line: number | undefined): ReportingDescriptor {
  const { id, title, level, section } = rule;
  const sentence = `${title.charAt(0).toUpperCase()}${title.slice(1)}${title.endsWith('?') ? '' : '.'}`;
  const help =
    level === 'observe'
      ? helpOnObservation(rule, sentence, line)
      : [
          sentence,
          `It is a ${level} rule and rests on section ${section} of the API document; in ${CONTRACT} it is about ${RULE_PLACES[id]} (line ${line}).`,
          `To fix a failure: ${fixOf(id)}`,
          `Run the commands of its example to see it, and when the service is mended \`tollgate replay REPORT.json ${id}\`: it says whether the rule holds now.`,
          `\`tollgate rules ${id}\` explains the rule, \`tollgate mock --defect ${id}\` serves a mock that breaks it.`,
        ];

  return {
    id,
    name: nameOf(id),
    shortDescription: { text: sentence },
    fullDescription: { text: `${sentence} (${level}, section ${section})` },
    help: { text: help.join(' '), markdown: help.join('\n\n') },
    defaultConfiguration: { level: defaultLevel(rule, report) },
    properties: { tags: [level, `section ${section}`] },
  };
}

/** It never has a result; what was observed stands in the properties of the run. */
function helpOnObservation(
  { id, section }: ReportRule,
  sentence: string,
  line: number | undefined,
): readonly string[] {
  return [
    sentence,
    `Section ${section} of the API document leaves it open, so it is observed and never judged; in ${CONTRACT} it is about ${RULE_PLACES[id]} (line ${line}).`,
    `\`tollgate rules ${id}\` lists what there is to observe, \`tollgate mock --like REPORT.json\` serves a mock that does the same.`,
  ];
}

/** In Pascal case, as the format has it: `NicnRefusesNonDigits`. */
function nameOf(id: string): string {
  return id.replaceAll(/(?:^|[/-])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function toResult(rule: ReportRule, report: Report, location: string): Result {
  const { id, title, reason, counterexample, shape, replay, waived, known } = rule;
  const steps = counterexample?.steps ?? [];
  const last = steps.at(-1);
  const text = [
    `${title}: ${reason}`,
    ...(counterexample === undefined ? [] : ['', ...stepLines(counterexample)]),
    `again: ${replay}`,
    ...otherFailureLines(rule),
  ].join('\n');

  return {
    ruleId: id,
    ruleIndex: report.rules.indexOf(rule),
    kind: 'fail',
    level: LEVELS[standingOf(rule, report)],
    message: { text: withoutLinks(text) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(location), uriBaseId: '%SRCROOT%' },
          region: { startLine: 1 },
        },
        logicalLocations: [{ fullyQualifiedName: RULE_PLACES[id] }],
      },
    ],
    partialFingerprints: {
      'tollgateRule/v1': fingerprint(id),
      ...(shape === undefined ? {} : { 'tollgateShape/v1': fingerprint(`${id} ${shape}`) }),
      primaryLocationLineHash: `${fingerprint(id)}:1`,
    },
    ...(last === undefined ? {} : exchangeOf(last)),
    ...(report.baseline === undefined ? {} : { baselineState: known === undefined ? 'new' : 'unchanged' }),
    ...(waived === undefined
      ? {}
      : { suppressions: [{ kind: 'external', status: 'accepted', justification: waived.reason }] }),
    properties: {
      expected: counterexample?.expected ?? '',
      got: counterexample?.got ?? '',
      replay,
    },
  };
}

/** A viewer makes a link of `[text](target)` in a message, and a server could send one. */
function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/** One rule has one result, so that its id alone tells it from all others, whatever the example is this time. */
function fingerprint(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 16);
}

/** The last request of the example, the one that shows the failure, with what came back. */
function exchangeOf({ request, response }: ReportStep): Pick<Result, 'webRequest' | 'webResponse'> {
  return {
    webRequest: {
      protocol: 'HTTP',
      version: '1.1',
      target: request.url,
      method: request.method,
      headers: { ...request.headers },
      body: { text: cut(request.body, LONGEST_BODY) },
    },
    webResponse:
      'none' in response
        ? { noResponseReceived: true, reasonPhrase: response.none }
        : {
            protocol: 'HTTP',
            version: '1.1',
            statusCode: response.status,
            headers: { ...response.headers },
            body: { text: cut(response.body, LONGEST_BODY) },
          },
  };
}

const LONGEST_BODY = 4000;

function toInvocation(report: Report): Invocation {
  const { exitCode, verdict, summary, startedAt, durationMs } = report;

  return {
    executionSuccessful: exitCode === 0 || exitCode === 1,
    exitCode,
    exitCodeDescription: `${verdict}: ${summary}`,
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
    toolExecutionNotifications: rulesOf(report, 'broken', 'untested', 'unobserved').map((rule) =>
      toNotification(rule, report),
    ),
  };
}

const WORDS: Partial<Readonly<Record<Standing, string>>> = {
  broken: 'tollgate itself broke',
  unobserved: 'not observed',
};

function toNotification(rule: ReportRule, report: Report): Notification {
  const standing = standingOf(rule, report);
  const what = WORDS[standing] ?? 'not tested';

  return {
    level: LEVELS[standing],
    message: { text: withoutLinks(`${rule.id}: ${what}: ${rule.reason}`) },
    associatedRule: { id: rule.id, index: report.rules.indexOf(rule) },
  };
}
