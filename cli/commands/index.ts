/** The subcommands, in the order of the help: each is declared in one of the files below, and its code is loaded when it runs. */
import type { Command, Options, Run } from '../command.ts';
import { checkClient, checkTraffic, conform, proxy } from './judge-commands.ts';
import { fee, mock, tail, token } from './mock-commands.ts';
import { completion, init, mcp, rules } from './project-commands.ts';
import { compare, drift, replay, statement, verify } from './report-commands.ts';

interface RunnableCommand extends Command {
  readonly load: () => Promise<Run>;
}

export const COMMANDS: readonly RunnableCommand[] = [
  runBy(mock, async () => (await import('./mock.ts')).runMock),
  runBy(tail, async () => (await import('./tail.ts')).runTail),
  runBy(conform, async () => (await import('./conform.ts')).runConform),
  runBy(checkClient, async () => (await import('./check-client.ts')).runCheckClient),
  runBy(checkTraffic, async () => {
    // Before the suite is loaded: loading it grows the heap.
    const { setFlagsFromString } = await import('node:v8');
    for (const flag of SMALL_HEAP) setFlagsFromString(flag);

    return (await import('./check-traffic.ts')).runCheckTraffic;
  }),
  runBy(proxy, async () => (await import('./proxy.ts')).runProxy),
  runBy(compare, async () => (await import('./report-files.ts')).runCompare),
  runBy(verify, async () => (await import('./report-files.ts')).runVerify),
  runBy(statement, async () => (await import('./report-files.ts')).runStatement),
  runBy(drift, async () => (await import('./drift.ts')).runDrift),
  runBy(replay, async () => (await import('./replay.ts')).runReplay),
  runBy(init, async () => (await import('./init.ts')).runInit),
  runBy(rules, async () => (await import('./rules.ts')).runRules),
  runBy(fee, async () => (await import('./fee.ts')).runFee),
  runBy(token, async () => (await import('./token.ts')).runToken),
  runBy(mcp, async () => (await import('./mcp.ts')).runMcp),
  runBy(completion, async () => (await import('../completion.ts')).completionOf(COMMANDS)),
];

/** Limits the heap, which otherwise grows with dead objects: a file of 1 GB takes 272 MiB with both flags. */
const SMALL_HEAP = ['--semi-space-growth-factor=1', '--heap-growing-percent=250'] as const;

function runBy<O extends Options>(
  command: Command<O>,
  load: () => Promise<Run<Command<O>>>,
): RunnableCommand {
  // Its input has the values of its own options: `readOptions` reads them.
  return { ...command, load: load as () => Promise<Run> };
}
