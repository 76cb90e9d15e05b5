/** Makes the folder in which the blocks of a page run, with a reader's files and commands. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from '../shape/source-files.ts';

export interface PageFolder extends Disposable {
  readonly path: string;
  /** The folder for the runner's own files. */
  readonly hidden: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** The files that a reader of any page has. */
const AT_HAND = ['fixtures', 'examples', 'openapi.yaml', 'merchants.schema.json', 'report.schema.json'];

/** The files that a contributor has. */
const CLONE = [
  'cli',
  'src',
  'conformance',
  'build',
  'test',
  'fixtures',
  'docs',
  'package.json',
  'openapi.yaml',
];
const CONFIGURATIONS = [
  'tsconfig.json',
  'tsconfig.build.json',
  'vitest.config.ts',
  'biome.json',
  'knip.json',
];
const OTHERS = ['merchants.schema.json', 'report.schema.json', '.gitignore'];

export type Place = 'project' | 'clone';

export function pageFolder(
  place: Place,
  mockPort: number,
  known: Readonly<Record<string, string>>,
): PageFolder {
  const whole = mkdtempSync(join(tmpdir(), 'tollgate-docs-'));
  const path = join(whole, 'here');
  const hidden = join(whole, 'hidden');
  mkdirSync(path);
  mkdirSync(hidden);
  if (place === 'clone') layClone(path);
  else layProject(path);
  const bin = layCommands(hidden, place === 'clone' ? path : ROOT);
  const { PATH = '', HOME, TMPDIR, LANG } = process.env;
  const search = [bin, dirname(process.execPath), join(ROOT, 'node_modules/.bin'), PATH];

  return {
    path,
    hidden,
    environment: {
      PATH: search.join(delimiter),
      ...(HOME === undefined ? {} : { HOME }),
      ...(TMPDIR === undefined ? {} : { TMPDIR }),
      LANG: LANG ?? 'C.UTF-8',
      NO_COLOR: '1',
      DOCS_MOCK_PORT: String(mockPort),
      ...known,
    },
    [Symbol.dispose]: () => rmSync(whole, { recursive: true, force: true }),
  };
}

function layClone(path: string): void {
  for (const name of [...CLONE, ...CONFIGURATIONS, ...OTHERS])
    cpSync(join(ROOT, name), join(path, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(path, 'node_modules'));
}

function layProject(path: string): void {
  for (const name of AT_HAND) symlinkSync(join(ROOT, name), join(path, name));
  writeFileSync(join(path, 'package.json'), '{ "type": "module" }\n');
  layPackages(path);
}

/** The packages that a snippet may import: this one, from its source, and those that it installs. */
export function layPackages(path: string): void {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const fromSource = Object.entries(manifest.exports).map(([name, target]) => [
    name,
    typeof target === 'string' ? target : target.default.replace(/^\.\/dist\/(.*)\.js$/, './$1.ts'),
  ]);
  const tollgate = join(path, 'node_modules/tollgate');
  mkdirSync(tollgate, { recursive: true });
  writeFileSync(
    join(tollgate, 'package.json'),
    JSON.stringify({ name: 'tollgate', type: 'module', exports: Object.fromEntries(fromSource) }),
  );
  for (const name of ['cli', 'src', 'conformance', ...AT_HAND])
    symlinkSync(join(ROOT, name), join(tollgate, name));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    mkdirSync(dirname(join(path, 'node_modules', name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(path, 'node_modules', name));
  }
}

/** Replaces `tollgate` with its source on a free port, and `npm` where it would install or test. */
function layCommands(hidden: string, clone: string): string {
  const bin = join(hidden, 'bin');
  mkdirSync(bin);
  const commands = {
    tollgate: `
case " $* " in
  *' --port'*) ;;
  ' mock '*) set -- "$@" --port "$DOCS_MOCK_PORT" ;;
  *' http'*) ;;
  ' tail '*) set -- "$@" "http://127.0.0.1:$DOCS_MOCK_PORT" ;;
esac
exec '${process.execPath}' '${clone}/cli/tollgate.js' "$@"`,
    npm: `
case "$*" in
  ci | install | test) exit 0 ;; # it is installed, and this is its test
  'start' | 'start -- '*) shift; [ $# -eq 0 ] || shift; exec tollgate mock "$@" ;;
  'run -s tollgate -- '*) shift 4; exec tollgate "$@" ;;
esac
exec "$(PATH="\${PATH#*:}" command -v npm)" "$@"`,
    npx: `
[ "$1" = tollgate ] || [ "$1" = vitest ] || { echo "npx: only tollgate and vitest are here, not $1" >&2; exit 127; }
exec "$@"`,
  };
  for (const [name, script] of Object.entries(commands))
    writeFileSync(join(bin, name), `#!/bin/bash${script}\n`, { mode: 0o755 });

  return bin;
}
