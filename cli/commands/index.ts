/** The subcommands, in the order of the help. Each has a file, and a line here. */
import type { Command } from '../command.ts';
import { checkClient } from './check-client.ts';
import { checkTraffic } from './check-traffic.ts';
import { compare } from './compare.ts';
import { completion } from './completion.ts';
import { conform } from './conform.ts';
import { drift } from './drift.ts';
import { fee } from './fee.ts';
import { init } from './init.ts';
import { mcp } from './mcp.ts';
import { mock } from './mock.ts';
import { proxy } from './proxy.ts';
import { replay } from './replay.ts';
import { rules } from './rules.ts';
import { statement } from './statement.ts';
import { tail } from './tail.ts';
import { token } from './token.ts';
import { verify } from './verify.ts';

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
