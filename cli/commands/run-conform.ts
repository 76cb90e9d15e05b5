/** Judges a deployment, and delivers its reports. */
import { conform, RULES, selection } from '../../conformance/index.ts';
import type { Command } from '../command.ts';
import { tlsArguments } from '../connection-options.ts';
import { EFFORTS } from '../judge-options.ts';
import { enumOption, listOption, numberOption, seedOption, textOption } from '../parse-options.ts';
import { baselineOf, readJudgeOptions } from '../read-judge-options.ts';
import { openTarget } from '../target.ts';

export const runConform: Command['run'] = async (input, context) => {
  const effort = enumOption(input, 'effort', EFFORTS) ?? 'standard';
  const seed = seedOption(input, 'seed');
  const maxRequests = numberOption(input, 'maxRequests', { min: 40, max: 1_000_000 });
  const maxTime = numberOption(input, 'maxTime', { min: 1, max: 86_400 });
  const timeout = textOption(input, 'timeout');
  const { judging, reports, deliver } = readJudgeOptions(input, baselineOf('service'));
  const selects = selection(listOption(input, 'only'), listOption(input, 'skip'));
  await using target = await openTarget(input, input.arguments[0], context);
  const total = RULES.filter(({ id }) => selects(id)).length;
  let judged = 0;
  context.progress(`calling ${target.deployment.url.href}`);
  // From here on an interrupted run gets a report. Before, a signal ends the process at once.
  const { shutdown } = context;

  const report = await conform({
    deployment: target.deployment,
    selects,
    effort,
    ...judging,
    must: listOption(input, 'must'),
    signal: shutdown,
    invocation: {
      command: context.command,
      reportPath: reports.find(({ kind }) => kind === 'json')?.path,
      deploymentPath: textOption(input, 'deployment'),
      reaching: [...tlsArguments(input), ...(timeout === undefined ? [] : ['--timeout', timeout])],
    },
    onJudged: ({ id }, requests) => {
      if (selects(id) && !shutdown.aborted)
        context.progress(`${++judged} of ${total} rules, ${requests} requests, last ${id}`);
    },
    ...(seed === undefined ? {} : { seed }),
    maxRequests,
    maxTimeMs: maxTime === undefined ? undefined : maxTime * 1000,
  });
  context.progress('');

  return deliver(report, context);
};
