/** Serves the tools over stdin and stdout until the assistant closes stdin. */
import { once } from 'node:events';
import { version } from '../../src/contract/version.ts';
import { parseChoices } from '../choice-options.ts';
import type { CommandContext, Run } from '../command.ts';
import { startMock } from '../index.ts';
import { CallToolRequestSchema, ListToolsRequestSchema, Server, StdioServerTransport } from '../mcp/sdk.ts';
import { callTool, type ToolCall } from '../mcp/tool.ts';
import { createTools } from '../mcp/tools.ts';
import { readMerchantFile } from '../merchant-file.ts';
import type { MCP_OPTIONS } from './project-commands.ts';

export const runMcp: Run<typeof MCP_OPTIONS> = async ({ arguments: words, options }, context) => {
  const merchants = readMerchantFile(options.merchants);
  const { tools, end } = createTools({
    run: (args, call) => runCommand(args, context, call),
    startMock: (choices, scenario) =>
      startMock({ port: 0, merchants, choices: parseChoices(choices), ...(scenario && { scenario }) }),
    deployment: options.deployment,
    command: words,
  });
  const server = new Server({ name: 'tollgate', version: version() }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params: { name, arguments: given, _meta } }, extra) => {
      const progressToken = _meta?.progressToken;
      let progress = 0;
      const { text, isError } = await callTool(tools, name, given, {
        signal: extra.signal,
        progress: (message) => {
          if (progressToken === undefined || message === '') return;
          const params = { progressToken, progress: ++progress, message };
          void extra.sendNotification({ method: 'notifications/progress', params }).catch(() => {});
        },
      });

      return { content: [{ type: 'text', text }], isError: isError === true };
    },
  );
  const { shutdown } = context;
  await server.connect(new StdioServerTransport());
  await Promise.race([once(process.stdin, 'end'), shutdown.aborted || once(shutdown, 'abort')]);
  await server.close();
  await end();

  return { code: 0, out: '' };
};

/** Runs a command in this process; its text is what it prints. */
async function runCommand(args: readonly string[], context: CommandContext, { signal, progress }: ToolCall) {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const {
    code,
    out,
    problem = '',
  } = await context.run(args, {
    ...context,
    ...{ print, warn: print, progress, ask: undefined },
    shutdown: AbortSignal.any([context.shutdown, signal]),
  });

  return { code, text: `${printed.join('')}${out}${problem}` };
}
