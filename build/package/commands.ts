/** Tries the commands as a user calls them: of the installed package, of the executable, or in the container. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Place, type Running, run, start } from '../processes.ts';

/** @param npx the command line before `tollgate` @returns what it found @throws where a command does something else */
type CommandCheck = (place: Place, npx: readonly string[]) => Promise<string>;

export const FEE = '/v1/ch';
const REQUEST = { amount: 100, nicn: '424242', region: '85004' };

/** The longest wait for an answer, in milliseconds, with room for a busy machine. */
const ANSWER = 30_000;

const tollgate = async (place: Place, npx: readonly string[], args: string, code = 0) =>
  (await run(place, [...npx, 'tollgate', ...args.split(' ')], code)).out;

const serveMock = (place: Place, npx: readonly string[], options = '') =>
  start(place, [...npx, ...`tollgate mock --port 0 ${options}`.trim().split(' ')]);

export const COMMANDS: Readonly<Record<string, CommandCheck>> = {
  'tollgate --help': async (place, npx) =>
    `${(await tollgate(place, npx, '--help')).split('\n').length} lines`,

  // Keeps transactions in SQLite, to try this Node's module for it too.
  async 'tollgate mock'(place, npx) {
    await using mock = serveMock(place, npx, '--ledger sqlite:transactions.db');
    const { url, token } = await addressOf(mock);
    const { transactionFee, sTxId } = await ask(url, token);
    expectEqual('the fee', transactionFee, 2.43);
    const files = await Promise.all([`${url}/`, `${url}/_tollgate/reference/`].map(filesOfPage));
    for (const file of [...files.flat(), `${url}/_tollgate/openapi.yaml`])
      expectEqual(file, (await get(file)).status, 200);
    expectEqual('its transaction', (await get(`${url}/_tollgate/transactions/${sTxId}`)).status, 200);
    const said = await mock.printed(/./);
    if (/fault of tollgate|Deprecation/.test(said)) throw new Error(`expected no complaint, got\n${said}`);

    return `fee ${transactionFee}, console, reference`;
  },

  async 'tollgate mock --static'(place, npx) {
    await using mock = serveMock(place, npx, '--static');
    const { url, token } = await addressOf(mock);
    const { transactionFee } = await ask(url, token);
    expectEqual('another example', (await ask(url, token, 'example=no-fee')).transactionFee, 0);
    expectEqual('a generated fee', typeof (await ask(url, token, 'dynamic=true')).transactionFee, 'number');
    expectEqual('the fee of the example', typeof transactionFee, 'number');

    return `fee ${transactionFee}`;
  },

  async 'tollgate conform'(place, npx) {
    const report = await tollgate(place, npx, 'conform --mock --effort quick --report json');
    const { verdict, requests } = JSON.parse(report);
    expectEqual('the verdict', verdict, 'conformant');

    return `${verdict}, ${requests} requests`;
  },

  async 'tollgate conform of a defect'(place, npx) {
    await using mock = serveMock(place, npx, '--defect nicn/refuses-non-digits');
    const { url, token } = await addressOf(mock);
    const judge = `conform ${url} --token ${token} --effort quick --only nicn`;
    const said = await tollgate(place, npx, judge, 1);
    expectEqual('the rule that is named', /nicn\/refuses-non-digits/.test(said), true);

    return 'a defect is found, code 1';
  },

  async 'tollgate proxy and check-traffic'(place, npx) {
    await using mock = serveMock(place, npx);
    const { url, token } = await addressOf(mock);
    const options = `--port 0 --to ${url} --record own.har`;
    await using proxy = start(place, [...npx, ...`tollgate proxy ${options}`.split(' ')]);
    const [, front = ''] = (await proxy.printed(/forwards to/)).match(/(http:\S+) forwards to/) ?? [];
    expectEqual('the fee through the proxy', (await ask(front, token)).transactionFee, 2.43);
    await proxy[Symbol.asyncDispose]();
    const [verdict = ''] = (await tollgate(place, npx, 'check-traffic own.har')).split(' ', 1);
    expectEqual('the verdict on the recording', verdict, 'CONFORMANT');

    return `fee 2.43, ${verdict}`;
  },

  async 'tollgate token'(place, npx) {
    const token = await tollgate(place, npx, 'token --jwt-secret secret');
    expectEqual('its parts', token.split('.').length, 3);

    return 'a JSON Web Token';
  },

  // Fills the package's templates.
  async 'tollgate init'(place, npx) {
    const said = await tollgate(place, npx, 'init --force');
    expectEqual('a workflow', /\.github\/workflows\/tollgate\.yml/.test(said), true);

    return 'the workflows of a client';
  },

  async 'tollgate fee'(place, npx) {
    const said = await tollgate(place, npx, 'fee --amount 100 --nicn 424242 --region 85004');
    const fee = said.match(/^ +fee +(\S+)/m)?.[1];
    expectEqual('the fee', fee, '2.43');

    return `fee ${fee}`;
  },

  // Without an assistant it ends at once.
  async 'tollgate mcp'(place, npx) {
    expectEqual('what it prints', await tollgate(place, npx, 'mcp'), '');

    return 'ends with its assistant';
  },

  async 'the example of the client'(place, npx) {
    await using mock = serveMock(place, npx);
    const { url, token } = await addressOf(mock);
    const example = join(place.folder, 'node_modules/tollgate/examples/client/order.ts');
    copyFileSync(example, join(place.folder, 'order.ts'));
    const env = { ...place.env, TOLLGATE_URL: url, TOLLGATE_TOKEN: token };
    const { out } = await run({ ...place, env }, ['node', 'order.ts']);
    expectEqual('its last line', out.trim().split('\n').at(-1), 'sold, in the transaction that was priced');

    return 'a fee, an update, a refusal, a sale';
  },
};

/** The address of a mock and its first token, as it prints them. */
export async function addressOf(mock: Pick<Running, 'printed'>) {
  const said = await mock.printed(/Ctrl-C ends it/);
  const url = said.match(/listens on (http:\S+)/)?.[1];
  const token = said.match(/TOLLGATE_TOKEN=(\S+)/)?.[1];
  if (url === undefined || token === undefined)
    throw new Error(`expected an address and a token, got\n${said}`);

  return { url, token };
}

/** The minimal fee call, without its address. */
export function feeCall(token: string) {
  return {
    method: 'POST' as const,
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(REQUEST),
  };
}

/** Sends a fee call. @throws where it is refused */
export async function ask(
  url: string,
  token: string,
  prefer = '',
): Promise<{ readonly transactionFee?: number; readonly sTxId?: string }> {
  const call = feeCall(token);
  const answer = await fetch(url + FEE, {
    ...call,
    headers: { ...call.headers, ...(prefer === '' ? {} : { prefer }) },
    signal: AbortSignal.timeout(ANSWER),
  });
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text);
  throw new Error(`POST ${FEE} ${prefer}: expected a fee, got ${answer.status} ${text}`);
}

/** The addresses of the files that a page loads. */
async function filesOfPage(page: string): Promise<readonly string[]> {
  const text = await (await get(page, { accept: 'text/html' })).text();
  const links = [...text.matchAll(/(?:src|href)="([^":]+)"/g)].map(
    ([, link = '']) => new URL(link, page).href,
  );
  if (links.length === 0) throw new Error(`${page}: expected a page that loads files, got\n${text}`);

  return links;
}

function get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, { headers, signal: AbortSignal.timeout(ANSWER) });
}

export function expectEqual<T>(what: string, got: T, expected: T): void {
  if (got !== expected) throw new Error(`${what}: expected ${expected}, got ${got}`);
}
