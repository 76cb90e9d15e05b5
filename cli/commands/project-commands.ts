/** The commands for a project and its tools: init, rules, mcp and completion. */
import { type Command, command, flag, oneOf, readName, text } from '../command.ts';
import {
  CONNECTION_OPTIONS,
  JSON_OPTION,
  PROFILE,
  PROXY_NOTE,
  TIMEOUT,
  TOKEN_COMMAND,
  tokenOption,
} from './options.ts';

export const INIT_OPTIONS = {
  token: tokenOption('access token (or TOLLGATE_TOKEN); no file contains it'),
  tokenCommand: TOKEN_COMMAND,
  ...CONNECTION_OPTIONS,
  timeout: TIMEOUT,
  ci: oneOf('<name>', 'github, gitlab or none (default github and gitlab)', ['github', 'gitlab', 'none']),
  with: oneOf('<way>', 'how CI runs tollgate: npm (default), image or executable', [
    'npm',
    'image',
    'executable',
  ]),
  force: flag('overwrite existing files'),
};

export const init = command({
  name: 'init',
  summary: 'write CI workflows that judge a deployment, or a client',
  arguments: [['[url]', 'address of a deployment; omit it to judge a client']],
  options: INIT_OPTIONS,
  examples: [
    'tollgate init https://fees.example.com',
    'tollgate init https://fees.example.com --ci github',
    'tollgate init',
    'tollgate init --with executable',
  ],
  notes: () =>
    `Written into this folder, all or nothing:
  tollgate.yaml                   the deployment file for conform; not for a client
  .github/workflows/tollgate.yml  GitHub Actions
  .gitlab/tollgate.yml            GitLab CI; .gitlab-ci.yml includes it, written if missing

With an address, init sends up to 30 fee calls with test cards and no sale, and the workflows judge
that deployment. tollgate.yaml has unknown values as comments. If the deployment does not respond,
init writes the files all the same, unless tollgate.yaml exists: then it writes none. Without an
address the workflows judge the client in your tests: tollgate check-client -- npm test. For an
image or an executable, the files say what to fill in. In a project in Python without package.json
the default is an image, whose job runs pytest.

Exit codes: 0 the files are written; 2 wrong usage, or one of them already exists; 3 tollgate.yaml
exists, and the deployment did not respond.

${PROXY_NOTE}`,

  run: async (...given) => (await import('./init.ts')).runInit(...given),
});

export const RULES_OPTIONS = { profile: PROFILE, json: JSON_OPTION };

export const rules = command({
  name: 'rules',
  summary: 'list the rules on services and clients, or explain one',
  arguments: [['[id]', 'the rule to explain, or a group such as nicn to list', 'any-rule-or-group']],
  options: RULES_OPTIONS,
  json: '`rules`: `id`, `level`, `section`, `title`, `on` (`service` or `client`), with a profile `revision` and `least`, and `profile`; of one rule these, `fix`, `example` and what else it has',
  examples: [
    'tollgate rules',
    'tollgate rules --profile 2026-11+several',
    'tollgate rules nicn/refuses-non-digits',
    'tollgate rules client-flow',
    'tollgate rules client-flow/sells-once',
  ],

  run: async (...given) => (await import('./rules.ts')).runRules(...given),
});

export const MCP_OPTIONS = {
  merchants: text('<file>', 'merchant file (YAML) of the mock'),
  deployment: text('<file>', 'deployment file (YAML) that conform may judge'),
};

export const mcp = command({
  name: 'mcp',
  summary: 'serve mock, judges and rules to a coding assistant (Model Context Protocol)',
  arguments: [['[command...]', 'command that runs the tests of your client, after --']],
  options: MCP_OPTIONS,
  examples: ['tollgate mcp', 'tollgate mcp --deployment deployment.yaml -- npm test'],
  notes: () =>
    `Speaks the protocol on stdin and stdout, so an assistant starts it: its configuration names the
command tollgate with the argument mcp. The tools start a mock and call it, explain a fee, a refusal
or a rule, read the journal, judge a service or your client, and send a counterexample again. They
reach this machine, and the deployment that you name here. No report or answer shows your tokens.`,

  run: async (...given) => (await import('./mcp.ts')).runMcp(...given),
});

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** @param all the commands to complete, this one among them */
export const completion = (all: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'print the completion script of a shell',
  arguments: [
    ['<shell>', SHELLS.join(', '), SHELLS],
    ['[word...]', 'after --, as the script gives them: complete the last word'],
  ],
  options: {},
  examples: [
    'source <(tollgate completion bash)',
    'source <(tollgate completion zsh)',
    'tollgate completion fish > ~/.config/fish/completions/tollgate.fish',
  ],
  notes: () =>
    [
      'Permanently: put the first line above into ~/.bashrc, or the second into ~/.zshrc after compinit.',
      'For fish use the last. The scripts start tollgate at each completion.',
    ].join('\n'),

  async run({ arguments: [typed = '', ...words] }) {
    const shell = readName(typed, '', SHELLS);
    const { completionFor, SCRIPTS } = await import('../completion.ts');

    return { code: 0, out: words.length === 0 ? SCRIPTS[shell] : completionFor(shell, all(), words) };
  },
});
