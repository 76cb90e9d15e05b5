/** Judges a deployment, and delivers its reports. */
import { dirname, resolve } from 'node:path';
import { conform, RULES, selection } from '../../conformance/index.ts';
import { profileOf } from '../../conformance/verdict/profile.ts';
import { type CommandContext, type Run, UsageError } from '../command.ts';
import { tlsArguments } from '../connection-options.ts';
import { baselineOf, readJudgeOptions, recordingError, recordTo } from '../read-judge-options.ts';
import { readSigner } from '../sign-report.ts';
import { openTarget } from '../target.ts';
import { type WatchedRun, watchRuns } from '../watch-runs.ts';
import type { CONFORM_OPTIONS } from './conform.ts';

type ConformInput = Parameters<Run<typeof CONFORM_OPTIONS>>[0];

export const runConform: Run<typeof CONFORM_OPTIONS> = async (input, context) => {
  const { watch, deployment, waivers, baseline } = input.options;
  if (!watch) return (await judge(input, context)).deliver();
  const files = [deployment, waivers, baseline];
  if (files.every((path) => path === undefined))
    throw new UsageError(
      '--watch: expected --deployment FILE beside it, whose changes start a run, got none',
    );

  return watchRuns({ files }, input.options, (each) => judge(input, each), context);
};

async function judge(
  { arguments: [url], options }: ConformInput,
  context: CommandContext,
): Promise<WatchedRun> {
  profileOf(options, 'service');
  const { effort, profile, seed, maxRequests, maxTime: maxTimeMs, must, timeout } = options;
  const { record, build, sign } = options;
  const { judging, reports, deliver } = readJudgeOptions(options, baselineOf('service'));
  const signer = readSigner(sign, reports, context.warn);
  const selects = selection(options.only, options.skip);
  await using target = await openTarget(options, url, context);
  const left = new Set<string>(RULES.map(({ id }) => id).filter(selects));
  const total = left.size;
  context.progress(`calling ${target.deployment.url.href}`);
  // From here on an interrupted run gets a report. Before, a signal ends the process at once.
  const { shutdown } = context;

  const report = await conform({
    deployment: target.deployment,
    selects,
    ...(effort && { effort }),
    ...judging,
    profile,
    must,
    signal: shutdown,
    build,
    record: record === undefined ? undefined : recordTo(record, context),
    invocation: {
      command: context.command,
      reportPath: reports.find(({ kind }) => kind === 'json')?.path,
      deploymentPath: options.deployment,
      reaching: [...tlsArguments(options), ...(timeout === undefined ? [] : ['--timeout', String(timeout)])],
    },
    onJudged: ({ id }, requests) => {
      if (left.delete(id) && !shutdown.aborted)
        context.progress(
          `${total - left.size} of ${total} rules, ${left.size} left, ${requests} requests, last ${id}`,
        );
    },
    ...(seed === undefined ? {} : { seed }),
    maxRequests,
    maxTimeMs,
  }).catch((error) => Promise.reject(recordingError(error)));
  context.progress('');

  const { pricing } = target.deployment;

  return {
    report,
    reads: pricing === undefined ? [] : [resolve(dirname(options.deployment ?? ''), pricing.path)],
    async deliver() {
      const delivered = await deliver(report, context);
      await signer(record);

      return delivered;
    },
  };
}
