/** Writes what follows from something else; with `--check` only says what of it is stale. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { merchantsSchema } from '../src/engine/merchants/merchants-schema.ts';
import { choicesReference } from './choices-reference.ts';
import { cliReference } from './cli-reference.ts';
import { reportSchema } from './report-schema.ts';

const CONTRACT = new URL('../openapi.yaml', import.meta.url);
const HEADER = '/** Generated from openapi.yaml by `npm run generate`. Changes here are lost. */\n\n';

/** Each generated file with its text as it should be. */
const GENERATED: readonly (readonly [file: URL, fresh: string])[] = [
  [
    new URL('../src/contract/openapi.gen.ts', import.meta.url),
    HEADER + astToString(await openapiTS(CONTRACT, { defaultNonNullable: false })),
  ],
  [
    new URL('../src/contract/openapi.gen.json', import.meta.url),
    formatted('openapi.gen.json', JSON.stringify(parse(readFileSync(CONTRACT, 'utf8')), undefined, 2)),
  ],
  [
    new URL('../merchants.schema.json', import.meta.url),
    formatted('merchants.schema.json', JSON.stringify(merchantsSchema(), undefined, 2)),
  ],
  [
    new URL('../report.schema.json', import.meta.url),
    formatted('report.schema.json', JSON.stringify(reportSchema(), undefined, 2)),
  ],
  [new URL('../docs/choices.md', import.meta.url), choicesReference()],
  [new URL('../docs/cli.md', import.meta.url), await cliReference()],
];

for (const [file, fresh] of GENERATED) {
  if (!process.argv.includes('--check')) {
    writeFileSync(file, fresh);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== fresh) {
    const path = relative(process.cwd(), fileURLToPath(file));
    process.stderr.write(`${path} is stale: run \`npm run generate\` and commit the result\n`);
    process.exitCode = 1;
  }
}

/** As the style check wants it. */
function formatted(path: string, text: string): string {
  return execFileSync('biome', ['format', `--stdin-file-path=${path}`], { input: text, encoding: 'utf8' });
}
