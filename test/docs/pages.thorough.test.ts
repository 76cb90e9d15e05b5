/**
 * Every command and snippet of README.md and docs/*.md, run in the order in which a reader meets them: one folder and
 * one shell for a page. `npx vitest run test/docs -t docs/verdict.md` runs one page.
 *
 * | block | what becomes of it |
 * |---|---|
 * | `sh`, `bash` | run; no command may fail |
 * | `ts`, `js` | run with Node (`*.test.ts` with Vitest) and type-checked; a module that a later block names only by that |
 * | `yaml` | read by who reads such files: merchants, a deployment, waivers; workflows need only be YAML |
 * | `json` | parsed |
 * | `diff` | applied to the folder with `patch -p1`, for pages of which the folder is a clone |
 *
 * Comments above a block: `<!-- file: NAME -->` (it is that file), `<!-- start -->` (a server that goes on; what was
 * started before on its port is ended), `<!-- prints -->` (what the block above prints, on both streams; `…` is
 * anything), `<!-- exit: N -->` (of its last command), `<!-- from: PATH -->`
 * (a part of that file of the project, word for word), `<!-- not run: REASON -->`. Above a page's first heading:
 * `<!-- in a clone -->` (the folder is a copy of the clone) and `<!-- no block is run: REASON -->`.
 *
 * Port 4010 and every other one is replaced by a free one, and https://….example.com by a mock, whose tokens are then
 * in TOLLGATE_TOKEN, TOLLGATE_TOKEN_SEVERAL, TOKEN_ONE, TOKEN_SEVERAL, TOKEN_EXPIRED and TOKEN_FOREIGN.
 */
import { describe, test } from 'vitest';
import { PAGES, textOf } from './blocks.ts';
import { runPage } from './run-page.ts';

describe.concurrent('what a page shows, a reader can do', () => {
  test.each(PAGES)('%s', (page) => runPage(page, textOf(page)));
});
