/** Judges the suite by mocks with one defect or one choice each, or check-client by built-in clients. */
import { randomInt } from 'node:crypto';
import { createMatcher } from '../../conformance/rule/selection.ts';
import { version } from '../../src/contract/version.ts';
import type { Command, CommandContext, CommandInput, Result } from '../command.ts';
import { isSet, listOption, numberOption, seedOption } from '../parse-options.ts';
import { clientPage } from '../selftest/clients/client-page.ts';
import { CLIENT_SUBJECTS, type JudgedClient, judgeClient } from '../selftest/clients/judge-clients.ts';
import { page } from '../selftest/page.ts';
import { allSubjects } from '../selftest/subjects.ts';
import { judgeAll } from '../selftest/worker-pool.ts';
import { interruptedCode } from '../shutdown.ts';

const MIXTURES = 200;
const GREASED = 20;

export const runSelftest: Command['run'] = async (input, context) => {
  const { command, progress, shutdown } = context;
  const seed = seedOption(input, 'seed') ?? randomInt(2 ** 31 - 1);
  if (isSet(input, 'clients')) return judgeClients(input, seed, context);
  const mixtures = numberOption(input, 'mixtures', { min: 0, max: 100_000 }) ?? MIXTURES;
  const list = 'Without --only the command tollgate selftest lists them.';
  const wanted = select(allSubjects({ seed, mixtures, greased: GREASED }), input, 'a mock', list);
  const judged = await judgeAll(wanted, {
    onJudged: (done) => progress(`${done} of ${wanted.length} mocks judged`),
    signal: shutdown,
  });
  progress('');
  const left = wanted.length - judged.length;

  return interruptible(page(judged, { command, version: version(), seed, left }), left, context);
};

/** Those of --only; all by default. */
function select<Subject extends { readonly name: string }>(
  all: readonly Subject[],
  input: CommandInput,
  what: string,
  list: string,
): readonly Subject[] {
  const names = all.map(({ name }) => name);
  const matchers = listOption(input, 'only').map((pattern) => createMatcher(pattern, { names, what, list }));

  return all.filter(({ name }) => matchers.length === 0 || matchers.some((matches) => matches(name)));
}

/** They wait for most of their time. */
const CLIENTS_AT_ONCE = 24;

async function judgeClients(input: CommandInput, seed: number, context: CommandContext): Promise<Result> {
  const { progress, shutdown } = context;
  const list = 'Without --only the command tollgate selftest --clients judges all.';
  const wanted = select(CLIENT_SUBJECTS, input, 'a client', list);
  const judged: JudgedClient[] = [];
  const waiting = wanted.values();
  const work = async () => {
    for (const subject of waiting) {
      if (shutdown.aborted) return;
      judged.push(await judgeClient(subject, { seed, signal: shutdown }));
      progress(`${judged.length} of ${wanted.length} clients judged`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS_AT_ONCE }, work));
  progress('');
  const finished = judged.filter(({ report }) => report.interrupted !== true);
  const left = wanted.length - finished.length;

  return interruptible(clientPage(finished, { version: version(), seed, left }), left, context);
}

/** @param left subjects that were not judged */
function interruptible(result: Result, left: number, { shutdown }: CommandContext): Result {
  return left > 0 ? { ...result, code: interruptedCode(shutdown) } : result;
}
