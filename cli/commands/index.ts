/** The subcommands, in the order of the help. Each is declared in one of the files below, and has a line here. */
import type { Command } from '../command.ts';
import { checkClient, checkTraffic, conform, proxy } from './judge-commands.ts';
import { fee, mock, tail, token } from './mock-commands.ts';
import { completion, init, mcp, rules } from './project-commands.ts';
import { compare, drift, replay, statement, verify } from './report-commands.ts';

export const COMMANDS: readonly Command[] = [
  mock,
  tail,
  conform,
  checkClient,
  checkTraffic,
  proxy,
  compare,
  verify,
  statement,
  drift,
  replay,
  init,
  rules,
  fee,
  token,
  mcp,
  completion(() => COMMANDS),
];
