/** Serves the tools over stdin and stdout until the assistant closes stdin. */
import { once } from 'node:events';
import { version } from '../../src/contract/version.ts';
import type { Run } from '../command.ts';
import { CallToolRequestSchema, ListToolsRequestSchema, Server, StdioServerTransport } from '../mcp/sdk.ts';
import { createTools } from '../mcp/tools.ts';
import { readMerchantFile } from '../merchant-file.ts';
import type * as declared from './project-commands.ts';

export const runMcp: Run<typeof declared.mcp> = async ({ arguments: command, options }, context) => {
  const { tools, call, end } = createTools(
    { merchants: readMerchantFile(options.merchants), deployment: options.deployment, command },
    context,
  );
  const server = new Server({ name: 'tollgate', version: version() }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }));
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params: { name, arguments: given, _meta } }, extra) => {
      const progressToken = _meta?.progressToken;
      let progress = 0;
      const { text, isError } = await call(name, given ?? {}, {
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
