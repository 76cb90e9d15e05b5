/** Judges a deployment. */
import { dirname, resolve } from 'node:path';
import { conform, RULES, selection } from '../../conformance/index.ts';
import { visibleLine } from '../../src/text/visible.ts';
import type { Run, Values } from '../command.ts';
import { runJudge } from '../run-judge.ts';
import { openTarget } from '../target.ts';
import type * as declared from './judge-commands.ts';
import type { CONNECTION_OPTIONS } from './options.ts';

export const runConform: Run<typeof declared.conform> = ({ arguments: [url], options }, context) =>
  runJudge(
    {
      ...{ subject: 'service', options, files: [options.deployment] },
      async judge(judging, reports, each) {
        const { maxRequests, maxTime: maxTimeMs, build, timeout, deployment: deploymentPath } = options;
        const selects = selection(options.only, options.skip);
        await using target = await openTarget(options, url, each);
        const { deployment } = target;
        const left = new Set<string>(RULES.map(({ id }) => id).filter(selects));
        const total = left.size;
        const { rate } = deployment.limits;
        // Who typed --rate knows; `init` writes the key.
        if (rate !== options.rate)
          each.warn(
            `tollgate: at most ${rate} requests per second, by limits.rate of ${visibleLine(deploymentPath ?? '')} (--rate sets another)\n`,
          );
        each.progress(`calling ${deployment.url.href}`);
        // From here on an interrupted run gets a report. Before, a signal ends the process at once.
        const { shutdown } = each;
        const report = await conform({
          ...judging,
          ...{ deployment, selects, maxRequests, maxTimeMs, build, signal: shutdown },
          invocation: {
            command: each.command,
            reportPath: reports.find(({ kind }) => kind === 'json')?.path,
            deploymentPath,
            reaching: [
              ...tlsArguments(options),
              ...(timeout === undefined ? [] : ['--timeout', String(timeout)]),
            ],
          },
          onJudged: ({ id }, requests) => {
            if (left.delete(id) && !shutdown.aborted)
              each.progress(
                `${total - left.size} of ${total} rules, ${left.size} left, ${requests} requests, last ${id}`,
              );
          },
        });
        const { pricing } = deployment;

        return {
          report,
          reads: pricing === undefined ? [] : [resolve(dirname(deploymentPath ?? ''), pricing.path)],
        };
      },
    },
    context,
  );

/** The connection options as arguments again, for the commands that the report prints. */
function tlsArguments({ ca, cert, key, insecure }: Values<typeof CONNECTION_OPTIONS>): readonly string[] {
  return [
    ...Object.entries({ ca, cert, key }).flatMap(([name, path]) =>
      path === undefined ? [] : [`--${name}`, path],
    ),
    ...(insecure ? ['--insecure'] : []),
  ];
}
