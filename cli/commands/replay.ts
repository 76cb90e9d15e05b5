/** Sends the requests of a counterexample again, and says whether the rule holds now. */
import { toReportCounterexample } from '../../conformance/report/counterexample.ts';
import { stepLines } from '../../conformance/report/failure.ts';
import { readAnyReport } from '../../conformance/report/read-report.ts';
import { createReportRedactor } from '../../conformance/report/redact.ts';
import type { Report } from '../../conformance/report/report.ts';
import { RULES } from '../../conformance/rules/index.gen.ts';
import { replay } from '../../conformance/runner/replay.ts';
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import { isLoopback } from '../../src/control/guard.ts';
import { describeValue } from '../../src/text/describe.ts';
import { cut, visibleLine } from '../../src/text/visible.ts';
import { type CommandOutput, INCONCLUSIVE, type Run, UsageError } from '../command.ts';
import { readUserFile } from '../files.ts';
import { findAnyRule, findRule } from '../find-rule.ts';
import { toJson } from '../output.ts';
import { interruptedCode } from '../shutdown.ts';
import { openTarget } from '../target.ts';
import type * as declared from './report-commands.ts';

export const runReplay: Run<typeof declared.replay> = async (input, context) => {
  const { shutdown } = context;
  const [path = '', id = '', url] = input.arguments;
  const report = readAnyReport(readUserFile(path, 'report'), path);
  if (report.subject === 'traffic')
    throw new UsageError(
      `${path}: expected a report of conform, got one of traffic, which has no requests to send again`,
    );
  if (report.subject === 'client') throw new UsageError(howToReplay(report, findAnyRule(id), path));
  const ruleId = findRule(id);
  const rule = RULES.find((candidate) => candidate.id === ruleId);
  const found = report.rules.find((candidate) => candidate.id === ruleId)?.counterexample;
  if (rule === undefined || found === undefined)
    throw new UsageError(withoutCounterexample(report, ruleId, path));
  await using target = await openTarget(input.options, url ?? addressIn(report.target, path), context);
  const { deployment } = target;
  const outcome = await replay(rule, found.case, deployment, shutdown);
  const redact = createReportRedactor(deployment);
  const onOneLine = (text: string) => visibleLine(cut(redact.maskServerText(text), LONGEST_TEXT));

  const print = (code: number, result: object, lines: readonly string[]): CommandOutput => ({
    code,
    out: input.options.json
      ? toJson({ rule: ruleId, target: deployment.url.href, result: outcome.kind, ...result })
      : `${lines.join('\n')}\n`,
  });

  switch (outcome.kind) {
    case 'held':
      return print(0, {}, [`${ruleId} holds for this case at ${deployment.url.href}`]);
    case 'not-judged': {
      const reason = onOneLine(outcome.why);

      return print(shutdown.aborted ? interruptedCode(shutdown) : INCONCLUSIVE, { reason }, [
        `${ruleId} could not be judged at ${deployment.url.href}: ${reason}`,
      ]);
    }
    case 'reproduced': {
      const again = toReportCounterexample(outcome.counterexample, deployment);
      const shown = redact.maskCounterexample(redact.maskCredentials(again));
      const head = [
        `${ruleId} is broken again at ${deployment.url.href}`,
        `  expected  ${onOneLine(shown.expected)}`,
        `  got       ${onOneLine(shown.got)}`,
      ];

      return print(1, { expected: shown.expected, got: shown.got, steps: shown.steps }, [
        ...head,
        ...stepLines(shown.steps),
      ]);
    }
  }
};

/** A client sends its requests itself: the replay of its report is a mock. */
function howToReplay({ rules, target }: Report, ruleId: AnyRuleId, path: string): string {
  const found = rules.find(({ id }) => id === ruleId);
  if (found?.replay === undefined) return withoutCounterexample({ rules }, ruleId, path);

  return `${path}: expected a report of a service, got one of a client, which sends the requests itself. Start ${found.replay}, and run ${target} against it, with its address in TOLLGATE_URL and its token in TOLLGATE_TOKEN`;
}

function withoutCounterexample({ rules }: Pick<Report, 'rules'>, ruleId: AnyRuleId, path: string): string {
  const ids = rules.flatMap(({ id, counterexample, replay: command }) =>
    counterexample === undefined && command === undefined ? [] : id,
  );

  return `${path} has no counterexample of ${ruleId}; it has ${ids.length === 0 ? 'none at all' : `those of ${ids.join(', ')}`}`;
}

/**
 * Another party may have written the report: without a confirmation it decides only about this machine.
 *
 * @throws UsageError
 */
function addressIn(target: string, path: string): string {
  const host = URL.canParse(target) ? new URL(target).hostname.replace(/^\[|\]$/g, '') : '';
  // A resolver may look up names below localhost elsewhere.
  if (isLoopback(host) && !host.endsWith('.localhost')) return target;
  throw new UsageError(
    `url: expected an address on the command line, got only that of ${path}, ${describeValue(target)}: type it after the rule, so that your token goes to no address that you do not know`,
  );
}

/** The longest expected value, received value and reason that are shown, in characters. */
const LONGEST_TEXT = 300;
