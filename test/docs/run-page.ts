/** Runs every block of a page, in their order, as its reader does; replaces fixed ports, and services that do not exist. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { parse } from 'yaml';
import { readDeployment, readWaivers } from '../../conformance/index.ts';
import { startMock } from '../../src/mock/index.ts';
import { parseMockFile } from '../../src/mock/read-merchants.ts';
import { findFreePort } from '../deployments/listen.ts';
import { ROOT } from '../support/root.ts';
import { type Block, blocksOf, saysOfItself, treatmentOf } from './blocks.ts';
import {
  listens,
  openShell,
  type PageFolder,
  type PageShell,
  type Printed,
  pageFolder,
  type Server,
} from './page-folder.ts';

interface Page {
  readonly blocks: readonly Block[];
  readonly folder: PageFolder;
  readonly shell: PageShell;
  readonly standIns: StandIns;
  /** The servers that still run, by port. */
  readonly servers: Map<number, Server>;
}

/** The result of the previous block. */
type Done =
  | { readonly kind: 'ended'; readonly text: string }
  | { readonly kind: 'goes on'; readonly server: Server }
  | { readonly kind: 'silent' };

const SILENT: Done = { kind: 'silent' };

/** @param name of the page @throws Error with the page, the line, what was expected and what was received */
export async function runPage(name: string, text: string): Promise<void> {
  if (saysOfItself(text, /^no block is run: ./)) return;
  const place = saysOfItself(text, /^in a clone$/) ? 'clone' : 'project';
  await using standIns = await standInsFor(text);
  using folder = pageFolder(place, standIns.mockPort, standIns.environment);
  await using shell = openShell(folder);
  const page = { blocks: blocksOf(text), folder, shell, standIns, servers: new Map() };
  let done = SILENT;
  for (const block of page.blocks) {
    try {
      done = await meet(block, page, done);
    } catch (error) {
      throw new Error(`${name}:${block.line}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

async function meet(block: Block, page: Page, before: Done): Promise<Done> {
  const { folder, shell, standIns } = page;
  const treatment = treatmentOf(block);
  const code = standIns.toRun(block.code);
  switch (treatment.kind) {
    case 'not run':
      return SILENT;
    case 'prints':
      return expectPrinted(block.code, before, standIns);
    case 'commands':
      return expectExit(treatment.exit, block.code, await shell.run(code));
    case 'start':
      return start(code, page);
    case 'script': {
      const file = treatment.file ?? `line-${block.line}.ts`;
      write(folder, file, code);
      if (treatment.file !== undefined && isNamedAfter(block, file, page)) return SILENT;
      const command = `${/\.test\.\w+$/.test(file) ? 'vitest run' : 'node'} ${file}`;

      return expectExit(treatment.exit, command, await shell.run(command));
    }
    case 'patch':
      return expectExit(
        0,
        'patch',
        await shell.run(`patch -p1 < '${write(folder, '../hidden/patch', code)}'`),
      );
    case 'write':
      write(folder, treatment.file, code);
      return SILENT;
    case 'yaml': {
      const file = write(folder, treatment.file ?? `line-${block.line}.yaml`, code);
      readShownYaml(code, file, folder.environment);
      return SILENT;
    }
    case 'from':
      if (!readFileSync(join(ROOT, treatment.file), 'utf8').includes(block.code))
        throw new Error(`expected a part of ${treatment.file} as it is there, got something else`);
      return SILENT;
    case 'json':
      JSON.parse(code);
      return SILENT;
  }
}

/** Ends the server that has used its port so far, as the reader has to. */
async function start(code: string, { shell, standIns, servers }: Page): Promise<Done> {
  const port = portOf(code, standIns);
  if (port === undefined) return { kind: 'goes on', server: await shell.start(code) };
  await servers.get(port)?.stop();
  const server = await shell.start(code);
  servers.set(port, server);
  await server.until(async () => server.printed() !== '' || (await listens(port)));

  return { kind: 'goes on', server };
}

/** Undefined for a command that runs on and listens on no port, such as `tollgate tail`. */
function portOf(code: string, { mockPort }: StandIns): number | undefined {
  const named = /--port[ =](\d+)/.exec(code)?.[1];
  if (named !== undefined) return Number(named);

  return /\bmock\b|\bnpm start\b/.test(code) ? mockPort : undefined;
}

/** Waits, since a server may print late. */
async function expectPrinted(shown: string, before: Done, { asRead }: StandIns): Promise<Done> {
  if (before.kind === 'silent') throw new Error('expected a block above it that prints something');
  if (before.kind === 'ended' && !prints(shown, asRead(before.text)))
    throw new Error(`expected the block above to print this, got\n${asRead(before.text)}`);
  if (before.kind === 'goes on')
    await before.server.until(() => prints(shown, asRead(before.server.printed())));

  return before;
}

/** The last command gives the exit code of a block; an earlier command must not fail. */
function expectExit(exit: number, code: string, { text, failed }: Printed): Done {
  const [first] = failed;
  const got = failed.map(({ code: number }) => number).join(', ') || '0';
  if (got === String(exit)) return { kind: 'ended', text };
  const place = first === undefined ? '' : ` of \`${code.split('\n')[first.line - 1]?.trim()}\``;
  throw new Error(`expected exit code ${exit}, got ${got}${place}\n${text}`);
}

/** A module that a later block names is run by that block. */
function isNamedAfter(block: Block, file: string, { blocks }: Page): boolean {
  const named = new RegExp(`\\b${basename(file, extname(file))}\\.[cm]?[jt]s\\b`);

  return blocks.slice(blocks.indexOf(block) + 1).some(({ code }) => named.test(code));
}

function write({ path }: PageFolder, file: string, text: string): string {
  const target = join(path, file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);

  return target;
}

// Whether an output matches the one that a page shows, in which `…` matches anything.

/** A line that a long command prints every ten seconds: only on a busy machine. */
const PROGRESS = /^tollgate: (calling |run \d+ of about |\d+ of \d+ rules).*\n/gm;

/** Ignores spaces at the ends of lines and empty lines around the whole. */
function prints(shown: string, printed: string): boolean {
  const pattern = tidy(shown)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*?');

  return new RegExp(`^${pattern}$`).test(tidy(printed.replaceAll(PROGRESS, '')));
}

function tidy(text: string): string {
  return text.replace(/[ \t]+$/gm, '').trim();
}

// Reads the YAML of a page with the reader of such files: merchants, a deployment, waivers.

/** @param where the path of the file, to which its own paths are relative @throws Error of its reader */
function readShownYaml(text: string, where: string, environment: NodeJS.ProcessEnv): void {
  const content: unknown = parse(text);
  if (Array.isArray(content) ? content.every((entry) => 'rule' in entry) : hasKey(content, 'waivers'))
    readWaivers(text, where);
  else if (isMerchants(content)) parseMockFile(text, where);
  else if (hasKey(content, 'url') || hasKey(content, 'merchants'))
    readDeployment(text, where, environment, {});
  else if (!hasKey(content, 'jobs') && !hasKey(content, 'stages') && !hasKey(content, 'steps'))
    throw new Error('expected a merchant file, a deployment file, waivers or a workflow');
}

function isMerchants(content: unknown): boolean {
  return JSON.stringify(content).includes('"pricing":{');
}

function hasKey(content: unknown, key: string): boolean {
  return typeof content === 'object' && content !== null && key in content;
}

// Replaces what a test cannot use: fixed ports, and services that do not exist.

interface StandIns extends AsyncDisposable {
  /** Replaces ports and services in a text of the page by free ports and a mock. */
  readonly toRun: (text: string) => string;
  /** Reverses that in an output. */
  readonly asRead: (text: string) => string;
  /** What a reader knows of the service that the page calls theirs; empty where it names none. */
  readonly environment: Readonly<Record<string, string>>;
  /** The port that replaces the mock's default. */
  readonly mockPort: number;
}

const PORT = /((?:127\.0\.0\.1|localhost):|--port[ =]|\bport: )(\d{4,5})\b/g;
const SERVICE = /https:\/\/[\w.-]+\.example\.(?:com|org)\b/g;
const MOCK_PORT = '4010';

async function standInsFor(page: string): Promise<StandIns> {
  const ports = new Map<string, number>();
  for (const port of [MOCK_PORT, ...[...page.matchAll(PORT)].map(([, , named = '']) => named)])
    if (!ports.has(port)) ports.set(port, await findFreePort());
  const [service] = page.match(SERVICE) ?? [];
  const mock = service === undefined ? undefined : await startMock({ jwtSecret: 'of the service' });

  return {
    toRun: (text) =>
      text
        .replace(PORT, (_, before: string, port: string) => before + ports.get(port))
        .replace(SERVICE, () => mock?.url ?? ''),
    asRead: (text) => {
      const ofService = mock === undefined ? text : text.replaceAll(mock.url, service ?? '');

      return [...ports].reduce(
        (read, [port, free]) => read.replace(new RegExp(`\\b${free}\\b`, 'g'), port),
        ofService,
      );
    },
    environment:
      mock === undefined
        ? {}
        : {
            TOLLGATE_TOKEN: mock.token(),
            TOLLGATE_TOKEN_SEVERAL: mock.token('several'),
            TOKEN_ONE: mock.token('one'),
            TOKEN_EXPIRED: 'expired-token',
            TOKEN_FOREIGN: 'foreign-token',
            TOKEN_SEVERAL: mock.token('several'),
          },
    mockPort: ports.get(MOCK_PORT) ?? 0,
    [Symbol.asyncDispose]: async () => {
      await mock?.close();
    },
  };
}
