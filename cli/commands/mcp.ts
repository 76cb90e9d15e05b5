/** `tollgate mcp`: serves tollgate to a coding assistant over the Model Context Protocol. */
import { command } from '../command.ts';
import { text } from '../options.ts';

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

  run: async (...given) => (await import('./run-mcp.ts')).runMcp(...given),
});
