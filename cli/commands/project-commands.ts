/** The commands for a project and its tools: init, rules, mcp and completion. */
import { type Command, command, flag, oneOf, readName, text } from '../command.ts';
import { readTemplate } from '../templates.ts';
import { CONNECTION_OPTIONS, JSON_OPTION, PROFILE, TIMEOUT, TOKEN_COMMAND } from './options.ts';

export const INIT_OPTIONS = {
  token: text('<jwt>', 'access token (or TOLLGATE_TOKEN); no file contains it'),
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

  run: async (...given) => (await import('./init.ts')).runInit(...given),
});

export const RULES_OPTIONS = { profile: PROFILE, json: JSON_OPTION };

export const rules = command({
  name: 'rules',
  summary: 'list the rules on services and clients, or explain one',
  arguments: [['[id]', 'the rule to explain, or a group such as nicn to list', 'any-rule-or-group']],
  options: RULES_OPTIONS,
  json: '`rules`: `id`, `level`, `section`, `title`, `on` (`service` or `client`), with a profile `revision` and `least`, and `profile`; of one rule these, `fix`, `example` and what else it has',

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

  async run({ arguments: [typed = '', ...words] }) {
    const shell = readName(typed, '', SHELLS);
    if (words.length === 0) return { code: 0, out: readTemplate(`cli/completions/tollgate.${shell}`) };
    const { completionFor } = await import('../completion.ts');

    return { code: 0, out: completionFor(shell, all(), words) };
  },
});
