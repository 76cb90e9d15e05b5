/** Runs the tools of `tollgate mcp`: the mock of this session, and commands of tollgate in this process. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from '../../conformance/report/text.ts';
import { REQUIRED_HEADERS } from '../../src/contract/operations.ts';
import { isLoopback } from '../../src/control/guard.ts';
import type { Merchant } from '../../src/engine/index.ts';
import type { JsonSchema } from '../../src/reading/json-schema.ts';
import { schemaCheck } from '../../src/reading/schema-check.ts';
import { readYaml } from '../../src/reading/yaml.ts';
import { describeValue } from '../../src/text/describe.ts';
import { parseChoices } from '../choice-options.ts';
import type { CommandContext } from '../command.ts';
import { type RunningMock, startMock } from '../index.ts';
import { readTemplate } from '../templates.ts';

interface McpSession {
  /** Of the mock. */
  readonly merchants: readonly Merchant[];
  /** The deployment file that the user named. */
  readonly deployment: string | undefined;
  /** The command of a client that the user named. */
  readonly command: readonly string[];
}

/** One call of a tool. */
type ToolCall = { readonly signal: AbortSignal } & Pick<CommandContext, 'progress'>;

/** The text for the model; `isError` where the tool could not do it. */
interface ToolAnswer {
  readonly text: string;
  readonly isError?: true;
}

/** What fits the schema of a tool. */
type Given = Readonly<Record<string, unknown>>;

const FILE = 'cli/mcp/tools.yaml';

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
}

function readTools(): readonly Tool[] {
  const all = readYaml(readTemplate(FILE), FILE, 'objects') as Readonly<Record<string, Tool & JsonSchema>>;

  return Object.entries(all).map(([name, { description, properties = {}, required = [] }]) => ({
    ...{ name, description },
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
  }));
}

const EXAMPLE = '{"amount":100,"nicn":"424242","region":"85004"}';
/** Requests that the journal shows by default. */
const FEW = 20;

/** Exit codes of commands that did not do what they were asked for: wrong usage, and a fault of tollgate. */
const NOT_DONE = [2, 4];

/** The tools of a session, how to call one, and how to end it. */
export function createTools({ merchants, deployment, command }: McpSession, context: CommandContext) {
  const tools = readTools();
  let folder: string | undefined;
  /** In a folder that is made when first needed: a file system may be read-only. */
  const reportOf = (subject: 'service' | 'client') => {
    folder ??= mkdtempSync(join(tmpdir(), 'tollgate-mcp-'));

    return join(folder, `${subject}.json`);
  };
  let mock: RunningMock | undefined;
  /** What conform judged last. */
  let judged: unknown;
  const running = (): RunningMock => {
    if (mock === undefined) throw new Error('no mock runs: call start_mock first');

    return mock;
  };
  const askControl = async (path: string): Promise<ToolAnswer> => {
    const { status, text: answer } = await running().inject({ method: 'GET', path: `/_tollgate${path}` });
    if (status === 200) return { text: answer };
    throw new Error(JSON.parse(answer).message);
  };
  /** Runs a command of tollgate in this process; its text is what it prints. */
  const runOnce = async (args: readonly string[], { signal, progress }: ToolCall): Promise<ToolAnswer> => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const shutdown = AbortSignal.any([context.shutdown, signal]);
    const how = { ...context, print, warn: print, progress, shutdown };
    const { code, out, problem = '' } = await context.run(args, how);

    return { text: `${printed.join('')}${out}${problem}`, ...(NOT_DONE.includes(code) && { isError: true }) };
  };
  const judge = (
    subject: 'service' | 'client',
    args: readonly string[],
    { effort, only = [], strict }: Given,
    call: ToolCall,
    rest: readonly string[] = [],
  ) => {
    const path = reportOf(subject);
    rmSync(path, { force: true });
    const options = [
      ...(effort === undefined ? [] : ['--effort', String(effort)]),
      ...(only as readonly string[]).flatMap((id) => ['--only', id]),
      ...(strict === true ? ['--strict'] : []),
      ...['--report', 'text', '--report', `json=${path}`],
    ];

    return runOnce([...args, ...options, ...rest], call);
  };
  /** The arguments that name a deployment: by default that of the user, or else the mock. */
  const targetOf = (target: unknown = deployment === undefined ? 'mock' : 'deployment') => {
    // In a world, so that the journal and the verdict keep to the calls of the client.
    if (target === 'mock') return [`${running().url}/w/conform`, '--token', running().token()];
    if (target === 'deployment') {
      if (deployment !== undefined) return ['--deployment', deployment];
      throw new Error('no deployment is configured: start tollgate mcp with --deployment FILE');
    }
    const url = URL.parse(String(target));
    if (url !== null && isLoopback(url.hostname.replace(/^\[|\]$/g, ''))) return [url.href];
    throw new Error(
      `target: expected mock, deployment or an address of this machine, got ${describeValue(target)}. The user names another one in the file of tollgate mcp --deployment`,
    );
  };
  const actions: Readonly<Record<string, (given: Given, call: ToolCall) => Promise<ToolAnswer>>> = {
    async start_mock({ choices = [], scenario }) {
      await mock?.close();
      mock = undefined;
      const chosen = parseChoices(choices as readonly string[], 'choices');
      mock = await startMock({
        port: 0,
        merchants,
        choices: chosen,
        scenario: scenario as string | undefined,
      });
      const { url, token } = mock;
      const tokens = mock.merchants.map((name) => `token of ${name}: ${token(name)}`);
      const headers = Object.entries(headersOf(token())).map(([name, value]) => ` -H '${name}: ${value}'`);
      const example = `curl ${url}/v1/ch${headers.join('')} -d '${EXAMPLE}'`;

      return { text: [`address: ${url}`, ...tokens, `console: ${url}/`, `example: ${example}`].join('\n') };
    },
    async call_mock({ operation, body, merchant }) {
      const { merchants: known, token, inject } = running();
      const name = merchant as string | undefined;
      if (name !== undefined && !known.includes(name))
        throw new Error(`merchant: expected one of ${known.join(', ')}, got ${describeValue(name)}`);
      const path = operation === 'sale' ? '/v1/ch/sale' : '/v1/ch';
      const answer = await inject({ path, headers: headersOf(token(name)), body: body as object });
      const { 'tollgate-hints': hints, 'request-id': id } = answer.headers;
      const lines = [`${answer.status}, request ${id}`, ...(hints ? [`hints: ${hints}`] : []), answer.text];

      return { text: lines.join('\n') };
    },
    explain_fee: async ({ request }) => askControl(`/journal/${encodeURIComponent(String(request))}/fee`),
    journal: async ({ limit = FEW, status }) =>
      askControl(
        `/journal?limit=${limit}${status === undefined ? '' : `&status=${encodeURIComponent(String(status))}`}`,
      ),
    mock_verdict: async () => ({ text: text(running().verdict()) }),
    async conform(given, call) {
      judged = given['target'];

      return judge('service', ['conform', ...targetOf(judged)], given, call);
    },
    async replay({ rule }, call) {
      const report = reportOf('service');
      if (!existsSync(report)) throw new Error('no service was judged yet: call conform first');

      return runOnce(['replay', report, String(rule), ...targetOf(judged)], call);
    },
    async check_client(given, call) {
      if (command.length === 0)
        throw new Error('no command is configured: start tollgate mcp -- COMMAND, such as -- npm test');

      return judge('client', ['check-client'], given, call, ['--', ...command]);
    },
    explain_rule: ({ rule }, call) => runOnce(['rules', '--', String(rule)], call),
  };

  return {
    tools,
    /** Never throws: the model reads what is wrong. */
    async call(name: string, given: Given, call: ToolCall): Promise<ToolAnswer> {
      const tool = tools.find((one) => one.name === name);
      const act = actions[name];
      try {
        if (tool === undefined || act === undefined)
          throw new Error(
            `tool: expected one of ${tools.map((one) => one.name).join(', ')}, got ${describeValue(name)}`,
          );
        const problems = schemaCheck(
          tool.inputSchema,
          describeValue,
        )(given).map(
          ({ pointer, expected, got }) =>
            `${pointer.slice(1) || 'arguments'}: expected ${expected}, got ${got}`,
        );
        if (problems.length > 0) throw new Error(problems.join('\n'));

        return await act(given, call);
      } catch (error) {
        return { text: error instanceof Error ? error.message : String(error), isError: true };
      }
    },
    async end() {
      await mock?.close();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function headersOf(token: string): Readonly<Record<string, string>> {
  return { ...REQUIRED_HEADERS, Authorization: `Bearer ${token}` };
}
