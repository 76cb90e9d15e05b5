/**
 * The report as SARIF 2.1.0 for code scanning.
 *
 * A result is a failure. It points at the deployment file or the file of `--sarif-location`, since code scanning requires
 * a file and the source is unknown. Viewers list every result as a failure, so rules that were not tested are
 * notifications of the invocation instead.
 */

import { createHash } from 'node:crypto';
import type { Invocation, Log, ReportingDescriptor, Result, Run } from 'sarif';
import { createLineFinder } from '../../src/contract/document.ts';
import { placeOf } from '../../src/contract/rule-ids.ts';
import { mapTexts } from '../../src/text/json-object.ts';
import { cut, visible } from '../../src/text/visible.ts';
import { capitalize, citeSections } from '../../src/text/words.ts';
import { failureLines, type ShownRule } from './failure.ts';
import { type PageSide, toPage } from './page.ts';
import type { AnyReport, ReportStep } from './report.ts';

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
  const runs = toPage(report).all.map((side) => toRun(side, location));
  const log: Log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs };

  return `${JSON.stringify(mapTexts(log, visible), null, 2)}\n`;
}

function toRun(side: PageSide, location: string | undefined): Run {
  const { report, rules, failures } = side;
  const { tool, target, verdict, seed, effort, strict, choices, summary, notes, fees } = report;
  const { partial, profile } = report;
  const lineOf = createLineFinder();
  const results = failures.filter(({ status }) => status !== 'broken');

  return {
    tool: {
      driver: {
        name: tool.name,
        version: tool.version,
        rules: rules.map((rule) => toDescriptor(rule, lineOf(placeOf(rule.id)))),
      },
    },
    invocations: [toInvocation(side)],
    results: results.map((rule) => toResult(rule, rules.indexOf(rule), location)),
    properties: {
      ...{ target, verdict, summary, strict, choices, partial, profile },
      ...(side.side === undefined ? { seed, effort } : {}),
      ...{ notes, fees },
    },
    // Code scanning keeps the results of several runs apart by it.
    ...(side.side === undefined ? {} : { automationDetails: { id: `tollgate/${report.subject}/` } }),
  };
}

function toDescriptor(rule: ShownRule, line: number | undefined): ReportingDescriptor {
  const { id, title, level, section, demand, report } = rule;
  const sentence = capitalize(title) + (title.endsWith('?') ? '' : '.');
  const place = `${placeOf(id)} in tollgate's openapi.yaml (line ${line})`;
  const help = [sentence, ...helpOf(rule, place)];
  const levels = { must: 'error', should: report.strict ? 'error' : 'warning', observe: 'note' } as const;

  return {
    id,
    name: pascalCase(id),
    shortDescription: { text: sentence },
    fullDescription: { text: `${sentence} (${demand})` },
    help: { text: help.join(' '), markdown: help.join('\n\n') },
    defaultConfiguration: { level: levels[level] },
    properties: { tags: section === '–' ? [level] : [level, `section ${section}`] },
  };
}

function helpOf({ id, level, section, fix, report }: ShownRule, place: string): readonly string[] {
  const ground =
    section === '–' ? 'is good practice' : `rests on ${citeSections(section)} of the API document`;
  const mayReplay = level !== 'observe' && report.subject === 'service' && report.passive !== true;
  const replay = mayReplay ? `, and \`tollgate replay REPORT.json ${id}\` checks whether it holds` : '';

  return [
    level === 'observe'
      ? `Section ${section} of the API document leaves this open, so it is observed and never judged. It concerns ${place}.`
      : `This ${level} rule ${ground} and concerns ${place}.`,
    ...(fix === undefined ? [] : [`To fix a failure: ${fix}`]),
    `\`tollgate rules ${id}\` explains it${replay}.`,
  ];
}

/** As the format demands: `NicnRefusesNonDigits`. */
function pascalCase(id: string): string {
  return id.replaceAll(/(?:^|[/-])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function toResult(rule: ShownRule, ruleIndex: number, location: string | undefined): Result {
  const { id, title, reason, counterexample, shape, replay, waived, known, report, look } = rule;
  const last = rule.steps.at(-1);
  const text = [`${title}: ${reason}`, '', ...failureLines(rule)].join('\n');

  // JSON leaves out what is undefined.
  return {
    ruleId: id,
    ruleIndex,
    kind: 'fail',
    level: look.sarif,
    message: { text: withoutLinks(text) },
    locations: [
      {
        physicalLocation:
          location === undefined
            ? undefined
            : {
                artifactLocation: { uri: encodeURI(location), uriBaseId: '%SRCROOT%' },
                region: { startLine: 1 },
              },
        logicalLocations: [{ fullyQualifiedName: placeOf(id) }],
      },
    ],
    // Each rule has at most one result, so its id identifies the result in every run.
    partialFingerprints: {
      'tollgateRule/v1': fingerprint(id),
      ...(shape !== undefined && { 'tollgateShape/v1': fingerprint(`${id} ${shape}`) }),
      primaryLocationLineHash: `${fingerprint(id)}:1`,
    },
    ...(last && toExchange(last)),
    baselineState: report.baseline && (known === undefined ? 'new' : 'unchanged'),
    suppressions: waived && [{ kind: 'external', status: 'accepted', justification: waived.reason }],
    properties: { expected: counterexample?.expected ?? '', got: counterexample?.got ?? '', replay },
  } as Result;
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

function toInvocation({ report, rules }: PageSide): Invocation {
  const { exitCode, verdict, summary, startedAt, durationMs } = report;
  const listed = (['broken', 'not-tested', 'not-observed'] as const).flatMap((status) =>
    rules.filter((rule) => rule.status === status),
  );

  return {
    executionSuccessful: exitCode === 0 || exitCode === 1,
    exitCode,
    exitCodeDescription: `${verdict}: ${summary}`,
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
    toolExecutionNotifications: listed.map((rule) => ({
      level: rule.look.sarif,
      message: { text: withoutLinks(`${rule.id}: ${rule.note}`) },
      associatedRule: { id: rule.id, index: rules.indexOf(rule) },
    })),
  };
}
