/** Checks the package as users get it: packs it, installs it into an empty folder, and runs it on the oldest Node and on this one. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { COMMANDS } from './package/commands.ts';
import { checkImports, checkTypes } from './package/entries.ts';
import { checkExamples } from './package/examples.ts';
import { install, makeProject, placeOf } from './package/installed.ts';
import { checkManifest, checkTypesOfTarball } from './package/linters.ts';
import { installNode, type Node, oldestVersion, ownNode } from './package/nodes.ts';
import { pack } from './package/pack.ts';
import { checkPrism } from './package/prism.ts';
import { prepare, step } from './steps.ts';

const cli = process.env['npm_execpath'];
if (cli === undefined) throw new Error('it is run by npm: npm run check:package');

const work = mkdtempSync(join(tmpdir(), 'tollgate-package-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const executable = (node: Node) => join(node.folder, 'node');
const npmOn = (node: Node) => [executable(node), cli];
const npxOn = (node: Node) => [executable(node), join(dirname(cli), 'npx-cli.js'), '--no-install'];

const own = ownNode();
const packed = await prepare('npm pack', () =>
  pack({ folder: process.cwd(), env: process.env }, npmOn(own), work),
);
const oldest = await prepare(`Node ${oldestVersion()}`, async () => {
  const place = placeOf(join(work, 'node'), own);
  makeProject(place.folder);

  return { found: 'installed', value: await installNode(oldestVersion(), npmOn(own), place) };
});

for (const node of [oldest, own]) {
  const place = placeOf(join(work, `user-${node.version}`), node);
  const on = (what: string) => `${what}, Node ${node.version}`;
  makeProject(place.folder);
  await prepare(on('npm install'), () => install(place, npmOn(node), packed));
  for (const [name, look] of Object.entries(COMMANDS)) await step(on(name), () => look(place, npxOn(node)));
  await step(on('imports'), () => checkImports(place, executable(node)));
}

const user = placeOf(join(work, `user-${own.version}`), own);
const installed = join(user.folder, 'node_modules/tollgate');
await step('types', () => checkTypes(user, executable(own), readFileSync('build/package/user.ts', 'utf8')));
await step('Are the types wrong', () => checkTypesOfTarball(packed));
await step('publint', () => checkManifest(installed));
await step('Prism in one file', () => checkPrism(installed));
await step('examples', () => checkExamples(user, executable(own)));
