/** The TypeScript that the pages show, by a strict compiler: all of it in one go. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startMock } from '../../cli/index.ts';
import { checkClient, type RunContext } from '../../conformance/index.ts';
import { createCheckout } from '../../examples/checkout.ts';
import { ownFolder } from '../support/folders.ts';
import { ROOT } from '../support/root.ts';
import { blocksOf, PAGES, saysOfItself, textOf, treatmentOf } from './blocks.ts';
import { layPackages } from './page-folder.ts';
import { runPage } from './run-page.ts';

interface Snippet {
  readonly page: string;
  readonly line: number;
  /** Within the folder of all pages, which has one for each. */
  readonly file: string;
  readonly code: string;
}

/** Put among the others, since a compiler that looks at nothing would find them all right. */
const WRONG: Snippet = {
  page: 'wrong.md',
  line: 7,
  file: 'wrong/line-7.ts',
  code: "import { startMock } from 'tollgate';\nawait startMock({ port: 'x' });\nconst mock = await startMock();\nmock.reset();\n",
};

test('every snippet of TypeScript fits the types of what it imports, and waits for every promise', () => {
  const folder = ownFolder();
  const pages = PAGES.filter((page) => !saysOfItself(textOf(page), /^no block is run: ./));
  const snippets = pages.flatMap(snippetsOf);

  expect(snippets.length).toBeGreaterThan(0);
  expect(problemsOf([...snippets, WRONG], folder)).toEqual([
    "wrong.md:8: Type 'string' is not assignable to type 'number'.",
    'wrong.md:10: expected await before mock.reset()',
  ]);
});

function snippetsOf(page: string): readonly Snippet[] {
  const blocks = blocksOf(textOf(page));
  // Such snippets fit the types only after the page's patches.
  if (blocks.some(({ language }) => language === 'diff')) return [];

  return blocks.flatMap((block) => {
    const treatment = treatmentOf(block);
    if (treatment.kind !== 'script' || block.language !== 'ts') return [];
    const { file = `line-${block.line}.ts` } = treatment;

    return [{ page, line: block.line, file: join(page.replace(/\W/g, '-'), file), code: block.code }];
  });
}

/** What the compiler has to say of the snippets; what they import is checked elsewhere. */
function problemsOf(snippets: readonly Snippet[], folder: string): readonly string[] {
  layPackages(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const paths = new Map(snippets.map((snippet) => [join(folder, snippet.file), snippet]));
  for (const [path, { code }] of paths) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  }
  const program = ts.createProgram([...paths.keys()], optionsFor(snippets, folder));

  return [...paths].flatMap(([path, { page, line }]) => {
    const source = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    const missing = source === undefined ? [] : floatingPromises(source, program.getTypeChecker());
    const problems = [
      ...found.map(({ start = 0, messageText }) => ({
        start,
        problem: ts.flattenDiagnosticMessageText(messageText, '\n'),
      })),
      ...missing.map((node) => ({
        start: node.getStart(),
        problem: `expected await before ${node.getText()}`,
      })),
    ];

    return problems.map(({ start, problem }) => {
      const within = source?.getLineAndCharacterOfPosition(start).line ?? 0;

      return `${page}:${line + within}: ${problem}`;
    });
  });
}

/** Statements whose value is a promise that nothing waits for. */
function floatingPromises(node: ts.Node, checker: ts.TypeChecker): readonly ts.Node[] {
  if (
    ts.isExpressionStatement(node) &&
    checker.getTypeAtLocation(node.expression).getProperty('then') !== undefined
  )
    return [node.expression];
  const found: ts.Node[] = [];
  ts.forEachChild(node, (child) => void found.push(...floatingPromises(child, checker)));

  return found;
}

/** As strict as the project itself, save that a snippet may leave something unused. */
function optionsFor(snippets: readonly Snippet[], folder: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  // What a page shows of a clone lies among the files of the clone.
  const pages = snippets.map(({ file }) => join(folder, file.split('/', 1)[0] ?? ''));

  return {
    ...options,
    typeRoots: [join(ROOT, 'node_modules/@types')],
    noUnusedLocals: false,
    noUnusedParameters: false,
    rootDir: '/',
    rootDirs: [ROOT, ...new Set(pages)],
  };
}

// * Every command and snippet of README.md and docs/*.md, run in the order in which a reader meets them: one folder and one shell for a page. `npx vitest run test/docs -t docs/verdict.md` runs one page.  * | block | what becomes of it | |---|---| | `sh`, `bash` | run; no command may fail | | `ts`, `js` | run with Node (`*.test.ts` with Vitest) and type-checked; a module that a later block names only by that | | `yaml` | read by who reads such files: merchants, a deployment, waivers; workflows need only be YAML | | `json` | parsed | | `diff` | applied to the folder with `patch -p1`, for pages of which the folder is a clone |  * Comments above a block: `<!-- file: NAME -->` (it is that file), `<!-- start -->` (a server that goes on; what was started before on its port is ended), `<!-- prints -->` (what the block above prints, on both streams; `…` is anything), `<!-- exit: N -->` (of its last command), `<!-- from: PATH -->` (a part of that file of the project, word for word), `<!-- not run: REASON -->`. Above a page's first heading: `<!-- in a clone -->` (the folder is a copy of the clone) and `<!-- no block is run: REASON -->`.  * Port 4010 and every other one is replaced by a free one, and https://….example.com by a mock, whose tokens are then in TOLLGATE_TOKEN, TOLLGATE_TOKEN_SEVERAL, TOKEN_ONE, TOKEN_SEVERAL, TOKEN_EXPIRED and TOKEN_FOREIGN.

describe.concurrent('what a page shows, a reader can do', () => {
  test.each(PAGES)('%s', (page) => runPage(page, textOf(page)));
});

// The examples, and the typed client in them, are judged as clients; with one line broken they are not conformant.

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Rules whose runs last as long as the timeout of the client, and the two seconds of a late answer. */
const LONG = ['client-tolerance/late-answers', 'client-resilience/gives-up'];

function check(run: (context: RunContext) => Promise<void>) {
  return checkClient({ startMock, run, seed: 1, timeLimit: 20_000, selects: (id) => !LONG.includes(id) });
}

const cart = { order: 'order-1', amount: 100, nicn: '424242', zip: '85004' };

test('the checkout of the examples is conformant', async () => {
  const { verdict, rules } = await check(async ({ url, token }) => {
    const checkout = createCheckout(url, token);
    await checkout.fee(cart);
    await checkout.fee({ ...cart, amount: 250 });
    await checkout.sold(cart.order, '012345');
  });

  expect(rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable')).toEqual([]);
  expect(verdict).toBe('conformant');
});

/** Runs a module of the example, with an address and a token in the environment. */
function runExample(text: string) {
  const folder = ownFolder();
  let runs = 0;
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);

  return async ({ url, token }: RunContext) => {
    runs += 1;
    const file = join(folder, `order-${runs}.ts`);
    writeFileSync(file, text);
    vi.stubEnv('TOLLGATE_URL', url);
    vi.stubEnv('TOLLGATE_TOKEN', token);
    await import(/* @vite-ignore */ file);
  };
}

const ORDER = readFileSync(join(ROOT, 'examples/client/order.ts'), 'utf8');

test('the example of the typed client is conformant', async () => {
  const { verdict, summary } = await check(runExample(ORDER));

  expect(verdict, summary).toBe('conformant');
});

test.each([
  ["region: 'ZZ'", "region: 'nowhere'", ['client-request/region-has-a-documented-form']],
  [
    "second.kind === 'fee' ? await client",
    "second.kind !== 'sale' ? await client",
    // It sells whatever came of the fee call: after a refusal, and after a lost response.
    ['client-flow/sells-what-was-priced', 'client-resilience/no-sale-after-refused-fee'],
  ],
])('the example with %s replaced by %s breaks %s', async (line, broken, expected) => {
  const text = ORDER.replace(line, broken);
  const { verdict, rules } = await check(runExample(text));

  expect(text).not.toBe(ORDER);
  expect(verdict).toBe('nonconformant');
  expect(
    rules.filter(({ level, outcome }) => level === 'must' && outcome === 'fail').map(({ id }) => id),
  ).toEqual(expected);
});
