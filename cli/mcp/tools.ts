/** The tools of `tollgate mcp`: the mock of this session, and commands of tollgate that run in this process. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from '../../conformance/report/text.ts';
import { isLoopback } from '../../src/control/guard.ts';
import type { Merchant } from '../../src/engine/index.ts';
import { describeValue } from '../../src/text/describe.ts';
import { parseChoices } from '../choice-options.ts';
import type { CommandContext } from '../command.ts';
import { type RunningMock, startMock } from '../index.ts';
import {
  input,
  judging,
  TARGET,
  TEXT,
  TEXTS,
  type Tool,
  type ToolAnswer,
  type ToolCall,
  ToolError,
  type ToolInput,
} from './tool.ts';

interface McpSession {
  /** Of the mock. */
  readonly merchants: readonly Merchant[];
  /** The deployment file that the user named. */
  readonly deployment: string | undefined;
  /** The command of a client that the user named. */
  readonly command: readonly string[];
}

/** Exit codes of commands that did not do what they were asked for. */
const WRONG_USAGE = 2;
const FAULT = 4;

const EXAMPLE = '{"amount":100,"nicn":"424242","region":"85004"}';
const JSON_TYPE = 'Content-Type: application/json';
/** Requests that the journal shows by default. */
const FEW = 20;

/** The tools of a session, and how to end it. */
export function createTools(
  { merchants, deployment, command }: McpSession,
  context: CommandContext,
): {
  readonly tools: readonly Tool[];
  readonly end: () => Promise<void>;
} {
  let folder: string | undefined;
  /** In a folder that is made when first needed: a file system may be read-only. */
  const reportOf = (subject: 'service' | 'client') => {
    folder ??= mkdtempSync(join(tmpdir(), 'tollgate-mcp-'));

    return join(folder, `${subject}.json`);
  };
  let mock: RunningMock | undefined;
  /** What conform judged last. */
  let judged: unknown;
  const stopMock = async () => {
    await mock?.close();
    mock = undefined;
  };
  const running = (): RunningMock => {
    if (mock === undefined) throw new ToolError('no mock runs: call start_mock first');

    return mock;
  };
  const callMock = async (path: string, init: RequestInit): Promise<ToolAnswer> => {
    const response = await fetch(`${running().url}${path}`, init);
    const hints = response.headers.get('tollgate-hints');

    return {
      text: [
        `${response.status}, request ${response.headers.get('request-id')}`,
        ...(hints === null ? [] : [`hints: ${hints}`]),
        await response.text(),
      ].join('\n'),
    };
  };
  const askControl = async (path: string): Promise<string> => {
    const response = await fetch(`${running().url}/_tollgate${path}`);
    const answer = await response.text();
    if (response.ok) return answer;
    throw new ToolError(JSON.parse(answer).message);
  };
  /** Runs a command of tollgate in this process; its text is what it prints. */
  const runOnce = async (args: readonly string[], { signal, progress }: ToolCall): Promise<ToolAnswer> => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const shutdown = AbortSignal.any([context.shutdown, signal]);
    const how = { ...context, print, warn: print, progress, shutdown };
    const { code, out, problem = '' } = await context.run(args, how);
    const text = `${printed.join('')}${out}${problem}`;

    return { text, ...(code === WRONG_USAGE || code === FAULT ? { isError: true } : {}) };
  };
  const judge = (args: readonly string[], path: string, call: ToolCall, rest: readonly string[] = []) => {
    rmSync(path, { force: true });

    return runOnce([...args, '--report', 'text', '--report', `json=${path}`, ...rest], call);
  };
  const argumentsOf = ({ effort, only = [], strict }: ToolInput) => [
    ...(effort === undefined ? [] : ['--effort', String(effort)]),
    ...(only as readonly string[]).flatMap((id) => ['--only', id]),
    ...(strict === true ? ['--strict'] : []),
  ];
  /** The arguments that name a deployment. */
  const targetOf = (target: unknown): readonly string[] => {
    if (target === 'mock' || (target === undefined && deployment === undefined)) {
      const { url, token } = running();

      // In a world, so that the journal and the verdict keep to the calls of the client.
      return [`${url}/w/conform`, '--token', token()];
    }
    if (target === undefined || target === 'deployment') {
      if (deployment === undefined)
        throw new ToolError('no deployment is configured: start tollgate mcp with --deployment FILE');

      return ['--deployment', deployment];
    }
    const url = URL.canParse(String(target)) ? new URL(String(target)) : undefined;
    if (url === undefined || !isLoopback(url.hostname.replace(/^\[|\]$/g, '')))
      throw new ToolError(
        `target: expected mock, deployment or an address of this machine, got ${describeValue(target)}. The user names another one in the file of tollgate mcp --deployment`,
      );

    return [url.href];
  };
  const tools: readonly Tool[] = [
    {
      name: 'start_mock',
      description:
        'Starts a mock of the Transaction Fee and Sale API on a free port of this machine, or starts it anew. Returns its address, ' +
        'its tokens and an example. POST /v1/ch prices the fee of a sale, POST /v1/ch/sale attaches the sale.',
      inputSchema: input({
        choices: TEXTS('NAME=OPTION', 'what the API leaves open, as NAME=OPTION, such as success-status=201'),
        scenario: TEXT('the name of a scenario', 'such as debit, busy, answer-lost or refused-with-200'),
      }),
      async run({ choices = [], scenario }) {
        await stopMock();
        const chosen = parseChoices(choices as readonly string[], 'choices');
        mock = await startMock({
          ...{ port: 0, merchants, choices: chosen, scenario: scenario as string | undefined },
        });
        const { url, token } = mock;
        const tokens = mock.merchants.map((name) => `token of ${name}: ${token(name)}`);
        const headers = [JSON_TYPE, 'X-Requested-With: xhr', `Authorization: Bearer ${token()}`];
        const example = `curl ${url}/v1/ch${headers.map((one) => ` -H '${one}'`).join('')} -d '${EXAMPLE}'`;

        return { text: [`address: ${url}`, ...tokens, `console: ${url}/`, `example: ${example}`].join('\n') };
      },
    },
    {
      name: 'call_mock',
      description:
        'Sends a call to the mock and returns the answer: status, body, and hints on what a client should do otherwise. A refusal ' +
        'names each broken rule with what was expected, what came, and the edit that mends it.',
      inputSchema: input(
        {
          operation: {
            enum: ['fee', 'sale'],
            description:
              'fee prices a sale, and with the sTxId or mTxId of an earlier one again; sale attaches the sale',
          },
          body: {
            ...{ type: 'object', description: `the fields, such as ${EXAMPLE}` },
            'x-expected': `a JSON object such as ${EXAMPLE}`,
          },
          merchant: TEXT('a merchant of the mock', 'the merchant that sends it; the first one by default'),
        },
        ['operation', 'body'],
      ),
      run: ({ operation, body, merchant }) => {
        const name = merchant === undefined ? undefined : String(merchant);
        const { merchants: known, token } = running();
        if (name !== undefined && !known.includes(name))
          throw new ToolError(`merchant: expected one of ${known.join(', ')}, got ${describeValue(name)}`);

        return callMock(operation === 'sale' ? '/v1/ch/sale' : '/v1/ch', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-requested-with': 'xhr',
            authorization: `Bearer ${token(name)}`,
          },
          body: JSON.stringify(body),
        });
      },
    },
    {
      name: 'explain_fee',
      description:
        'Explains the fee of an answer of the mock line by line: price, share, cap, region, rounding.',
      inputSchema: input({ request: TEXT('the id of a request', 'the request id that call_mock printed') }, [
        'request',
      ]),
      run: async ({ request }) => ({
        text: await askControl(`/journal/${encodeURIComponent(String(request))}/fee`),
      }),
    },
    {
      name: 'journal',
      description:
        'The last requests to the mock with their answers, masked; the newest last. `matched` says how many there were in all.',
      inputSchema: input({
        limit: {
          ...{ type: 'integer', minimum: 1, maximum: 1000, description: `how many; ${FEW} by default` },
          'x-expected': 'a number from 1 to 1000',
        },
        status: TEXT('a status such as 422 or 4xx', 'only answers with it, such as 422 or 4xx'),
      }),
      run: async ({ limit = FEW, status }) => {
        const filter = status === undefined ? '' : `&status=${encodeURIComponent(String(status))}`;

        return { text: await askControl(`/journal?limit=${limit}${filter}`) };
      },
    },
    {
      name: 'mock_verdict',
      description:
        'The verdict on the client that has called the mock so far: which rules on clients it broke, and by which requests.',
      inputSchema: input({}),
      run: () => ({ text: text(running().verdict()) }),
    },
    {
      name: 'conform',
      description:
        'Judges a service against the API document by sending it calls. Returns each broken rule with a smallest example as curl.',
      inputSchema: input({
        target: TARGET,
        ...judging(
          'quick takes half a second and some 110 requests, standard some 1,500',
          'nicn/* or sale/accepts-mtxid',
        ),
      }),
      run(given, call) {
        judged = given['target'];

        return judge(['conform', ...targetOf(judged), ...argumentsOf(given)], reportOf('service'), call);
      },
    },
    {
      name: 'replay',
      description:
        'Sends the example of a broken rule of the last conform again, and says whether the rule holds now.',
      inputSchema: input({ rule: TEXT('the id of a rule', 'the rule, such as identity/stxid-is-unique') }, [
        'rule',
      ]),
      run: ({ rule }, call) => {
        const report = reportOf('service');
        if (!existsSync(report)) throw new ToolError('no service was judged yet: call conform first');

        return runOnce(['replay', report, String(rule), ...targetOf(judged)], call);
      },
    },
    {
      name: 'check_client',
      description:
        "Judges the user's client by running its command against mocks that behave in every way that the document allows.",
      inputSchema: input(
        judging(
          'quick runs the command twice, standard some twenty times',
          'client-flow/* or client-resilience/gives-up',
        ),
      ),
      async run(given, call) {
        if (command.length === 0)
          throw new ToolError('no command is configured: start tollgate mcp -- COMMAND, such as -- npm test');

        return judge(['check-client', ...argumentsOf(given)], reportOf('client'), call, ['--', ...command]);
      },
    },
    {
      name: 'explain_rule',
      description:
        'Explains a rule: what the document says, what is tried, an example that breaks it, how to mend it.',
      inputSchema: input(
        { rule: TEXT('a rule or a group', 'such as nicn/refuses-non-digits, client-flow, or nicn') },
        ['rule'],
      ),
      run: ({ rule }, call) => runOnce(['rules', '--', String(rule)], call),
    },
  ];

  return {
    tools,
    async end() {
      await stopMock();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
