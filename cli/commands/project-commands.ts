/** The commands for a project and its tools: init, rules, mcp and completion. */
import { command, flag, oneOf, text } from '../command.ts';
import { CONNECTION_OPTIONS, JSON_OPTION, PROFILE, TIMEOUT, TOKEN_COMMAND } from './options.ts';

export const init = command({
  name: 'init',
  summary: 'write CI workflows that judge a deployment, or a client',
  arguments: [['[url]', 'address of a deployment; omit it to judge a client']],
  options: {
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
  },
});

export const rules = command({
  name: 'rules',
  summary: 'list the rules on services and clients, or explain one',
  arguments: [['[id]', 'the rule to explain, or a group such as nicn to list', 'any-rule-or-group']],
  options: { profile: PROFILE, json: JSON_OPTION },
  json: '`rules`: `id`, `level`, `section`, `title`, `on` (`service` or `client`), with a profile `revision` and `least`, and `profile`; of one rule these, `fix`, `example` and what else it has',
});

export const mcp = command({
  name: 'mcp',
  summary: 'serve mock, judges and rules to a coding assistant (Model Context Protocol)',
  arguments: [['[command...]', 'command that runs the tests of your client, after --']],
  options: {
    merchants: text('<file>', 'merchant file (YAML) of the mock'),
    deployment: text('<file>', 'deployment file (YAML) that conform may judge'),
  },
});

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completion = command({
  name: 'completion',
  summary: 'print the completion script of a shell',
  arguments: [
    ['<shell>', SHELLS.join(', '), SHELLS],
    ['[word...]', 'after --, as the script gives them: complete the last word'],
  ],
  options: {},
});
