/** The runner of pages has to tell what is wrong with one: the page, the line, what came. */
import { describe, expect, test } from 'vitest';
import { runPage } from './run-page.ts';

const WRONG: readonly (readonly [what: string, page: string, said: RegExp])[] = [
  [
    'a command that fails',
    '# T\n\n```sh\necho a\nfalse\necho b\n```\n',
    /^p\.md:4: expected exit code 0, got 1 of `false`\na\nb/,
  ],
  ['another exit code', '<!-- exit: 3 -->\n```sh\n(exit 4)\n```\n', /^p\.md:3: expected exit code 3, got 4/],
  ['a success that was to fail', '<!-- exit: 1 -->\n```sh\ntrue\n```\n', /expected exit code 1, got 0/],
  [
    'other output',
    '```sh\necho a b\n```\n<!-- prints -->\n```text\na c\n```\n',
    /^p\.md:6: .*to print this, got\na b/,
  ],
  [
    'output of nothing',
    '<!-- prints -->\n```text\na\n```\n',
    /expected a block above it that prints something/,
  ],
  [
    'a language that is not known',
    '```cobol\nSTOP RUN.\n```\n',
    /^p\.md:2: expected a block of sh, .*got cobol/,
  ],
  [
    'a comment that is not known',
    '<!-- exits: 1 -->\n```sh\ntrue\n```\n',
    /expected a comment such as .*exits: 1/,
  ],
  ['a reason that is missing', '<!-- not run: -->\n```sh\ntrue\n```\n', /expected a comment such as/],
  ['a block without an end', '```sh\ntrue\n', /line 1: expected an end of this block/],
  ['a block that ends the shell', '```sh\nexit 0\n```\n', /p\.md:2: this block ended the shell/],
  [
    'a server that ends',
    '<!-- start -->\n```sh\necho >&2 no; sleep 0.1\n```\n<!-- prints -->\n```text\nyes\n```\n',
    /it ended: no/,
  ],
  [
    'a script that throws',
    '```ts\nthrow new Error("no");\n```\n',
    /expected exit code 0, got 1 of `node line-2.ts`[\s\S]*no/,
  ],
  [
    'a part of a file that is not there',
    '<!-- from: LICENSE -->\n```text\nno\n```\n',
    /p\.md:3: expected a part of LICENSE/,
  ],
  ['JSON that is none', '```json\n{ "a": }\n```\n', /p\.md:2: [\s\S]*JSON/],
  [
    'merchants that are not right',
    '```yaml\nmerchants: { a: { processors: [{ pricing: {} }] } }\n```\n',
    /processors\[0\]/,
  ],
  ['a deployment that is not right', '```yaml\nurl: 7\n```\n', /url/],
  ['YAML of no known kind', '```yaml\na: 1\n```\n', /expected a merchant file/],
  [
    'a patch that does not fit',
    '```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```\n',
    /expected exit code 0, got 1 of `patch`/,
  ],
];

describe.concurrent('a page is not right with', () => {
  test.each(WRONG)('%s', async (_, page, said) => {
    await expect(runPage('p.md', page)).rejects.toThrow(said);
  });
});

describe.concurrent('a page is right', () => {
  test('whose blocks share a folder and a shell', async () => {
    await runPage(
      'p.md',
      '<!-- file: a.txt -->\n```text\nhere\n```\n\n```sh\nsaid=$(cat a.txt)\n```\n```sh\necho "$said, $PWD"\n```\n<!-- prints -->\n```text\nhere, …\n```\n',
    );
  });

  test('whose server goes on below it, on the port that it says', async () => {
    const page = `<!-- start -->
\`\`\`sh
tollgate mock
\`\`\`
<!-- prints -->
\`\`\`text
…http://127.0.0.1:4010
…Ctrl-C…
\`\`\`
\`\`\`sh
curl -sS http://127.0.0.1:4010/_tollgate/health 
\`\`\`
<!-- prints -->
\`\`\`json
{…"merchants"…}
\`\`\`
`;
    await runPage('p.md', page);
  });

  test('of which no block is to be run, or one is not for a reason', async () => {
    await runPage('p.md', '<!-- no block is run: it is generated -->\n# T\n```cobol\n```\n');
    await runPage('p.md', '<!-- not run: it needs a printer -->\n```sh\nlpr\n```\n');
  });
});
