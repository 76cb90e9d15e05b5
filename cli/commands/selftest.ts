/** `tollgate selftest`: runs the suite against every defect and every choice of the mock. */
import type { Command } from '../command.ts';

export const selftest: Command = {
  name: 'selftest',
  summary: 'test the suite with every defect and every choice',
  arguments: [],
  options: [
    ['--seed <number>', 'repeat a run: 0 to 2147483647 (default random)'],
    ['--mixtures <number>', 'mixtures of choices to judge, up to 100000 (default 200)'],
    ['--only <glob...>', 'only these, such as refusal=*, plain or mixture/*'],
    ['--clients', 'test check-client with broken and legal clients'],
  ],
  examples: [
    'tollgate selftest',
    'tollgate selftest --seed 1 --mixtures 2000',
    'tollgate selftest --clients',
    "tollgate selftest --only 'sale/*' --only 'success-status=*'",
  ],
  notes: () =>
    [
      'The suite judges a mock for each defect, for each option of each choice, for mixtures of choices and',
      'for varying responses (--grease). The rule that a defect breaks must find it. A mock with choices',
      'must pass every must rule, and get no warnings but those of its choices. --clients judges built-in',
      'clients instead: each mistake must be found by its own rule, and each legal client must pass.',
      'Exit codes: 0 all results are as expected; 1 a result deviates; 2 wrong usage; 4 a fault of tollgate',
      'itself; 130 ended by Ctrl-C, with what was judged by then.',
    ].join('\n'),

  run: async (...given) => (await import('./run-selftest.ts')).runSelftest(...given),
};
