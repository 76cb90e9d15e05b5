/** `tollgate selftest`: runs the suite against every defect and every choice of the mock. */
import type { Command, CommandContext, CommandInput, Result } from '../command.ts';
import { isSet, listOption, numberOption } from '../parse-options.ts';
import type { JudgedClient } from '../selftest/clients/judge-clients.ts';
import type { Subject } from '../selftest/subject.ts';
import { interruptedCode } from '../shutdown.ts';

/** Seeds are 32-bit numbers. */
const LARGEST_SEED = 2 ** 31 - 1;

const MIXTURES = 200;
const GREASED = 20;

export const selftest: Command = {
  name: 'selftest',
  summary: 'judge the suite itself by every defect and every choice',
  arguments: [],
  options: [
    ['--seed <number>', 'repeat a run: 0 to 2147483647 (default random)'],
    ['--mixtures <number>', `mixtures of choices to judge, up to 100000 (default ${MIXTURES})`],
    ['--only <glob...>', 'judge these only, such as refusal=*, plain or mixture/*'],
    ['--clients', 'judge check-client by broken and legal clients'],
  ],
  examples: [
    'tollgate selftest',
    'tollgate selftest --seed 1 --mixtures 2000',
    'tollgate selftest --clients',
    "tollgate selftest --only 'sale/*' --only 'success-status=*'",
  ],
  notes: () =>
    [
      'It starts a mock for each defect, for each option of each choice, for mixtures of choices and for',
      'answers that vary (--grease), and has the suite judge it. A defect has to be found by the very rule',
      'that it breaks; no must rule may fail a mock that only chooses, and no should rule warn but of what',
      'was chosen. With --clients it judges built-in clients in place of mocks: each mistake has to be',
      'found by its own rule, and each legal client has to pass.',
      'Exit codes: 0 all is as it has to be; 1 something deviates; 2 wrong usage; 4 a fault of tollgate',
      'itself; 130 ended by Ctrl-C, with what was judged by then.',
    ].join('\n'),

  async run(input, context) {
    const { command, progress, shutdown } = context;
    const { randomInt } = await import('node:crypto');
    const seed = numberOption(input, 'seed', { min: 0, max: LARGEST_SEED }) ?? randomInt(LARGEST_SEED);
    if (isSet(input, 'clients')) return judgeClients(input, seed, context);
    const mixtures = numberOption(input, 'mixtures', { min: 0, max: 100_000 }) ?? MIXTURES;
    const only = listOption(input, 'only');
    const [{ allSubjects }, { judgeAll }, { page }, { createMatcher }, { version }] = await load();
    const all = allSubjects({ seed, mixtures, greased: GREASED });
    const names = all.map(({ name }) => name);
    const list = 'Without --only the command tollgate selftest lists them.';
    const matchers = only.map((pattern) => createMatcher(pattern, { names, what: 'a mock', list }));
    const isWanted = ({ name }: Subject) => only.length === 0 || matchers.some((matches) => matches(name));
    const wanted = all.filter(isWanted);
    const judged = await judgeAll(wanted, {
      onJudged: (done) => progress(`${done} of ${wanted.length} mocks judged`),
      signal: shutdown,
    });
    progress('');
    const left = wanted.length - judged.length;
    const result = page(judged, { command, version: version(), seed, left });

    return left > 0 ? { ...result, code: interruptedCode(shutdown) } : result;
  },
};

/** They wait for most of their time. */
const CLIENTS_AT_ONCE = 24;

async function judgeClients(
  input: CommandInput,
  seed: number,
  { progress, shutdown }: CommandContext,
): Promise<Result> {
  const [{ CLIENT_SUBJECTS, judgeClient }, { clientPage }, { createMatcher }, { version }] =
    await Promise.all([
      import('../selftest/clients/judge-clients.ts'),
      import('../selftest/clients/client-page.ts'),
      import('../../../conformance/rule/selection.ts'),
      import('../../contract/version.ts'),
    ]);
  const names = CLIENT_SUBJECTS.map(({ name }) => name);
  const list = 'Without --only the command tollgate selftest --clients judges all.';
  const matchers = listOption(input, 'only').map((pattern) =>
    createMatcher(pattern, { names, what: 'a client', list }),
  );
  const wanted = CLIENT_SUBJECTS.filter(
    ({ name }) => matchers.length === 0 || matchers.some((matches) => matches(name)),
  );
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
  const result = clientPage(finished, { version: version(), seed, left });

  return left > 0 ? { ...result, code: interruptedCode(shutdown) } : result;
}

/** Loaded only now, so that the help stays quick. */
function load() {
  return Promise.all([
    import('../selftest/subjects.ts'),
    import('../selftest/worker-pool.ts'),
    import('../selftest/page.ts'),
    import('../../../conformance/rule/selection.ts'),
    import('../../contract/version.ts'),
  ]);
}
