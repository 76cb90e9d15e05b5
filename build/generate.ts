/** Writes the types of the contract from openapi.yaml; with `--check` only says whether they are fresh. */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const SOURCE = new URL('../openapi.yaml', import.meta.url);
const TARGET = new URL('../src/contract/openapi.gen.ts', import.meta.url);
const HEADER = '/** Generated from openapi.yaml by `npm run generate`. Changes here are lost. */\n\n';

const fresh = HEADER + astToString(await openapiTS(SOURCE, { defaultNonNullable: false }));

if (!process.argv.includes('--check')) {
  writeFileSync(TARGET, fresh);
} else if (readFileSync(TARGET, 'utf8') !== fresh) {
  process.stderr.write(
    'src/contract/openapi.gen.ts is stale: run `npm run generate` and commit the result\n',
  );
  process.exitCode = 1;
}
