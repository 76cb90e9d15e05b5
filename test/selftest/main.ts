/**
 * `npm run check:selftest`: judges the suite by a mock for each defect and each option of each choice, by mixtures and by varying
 * responses, and check-client by clients with one mistake each and by legal ones. Exit code 1 where a result is not as expected.
 *
 * `-- --only GLOB` judges some, such as `nicn/*`, `refusal=*`, `mixture/3`; `--seed` and `--mixtures` others; `--write` renews the page.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createMatcher } from '../../conformance/rule/selection.ts';
import { CLIENT_SUBJECTS, type JudgedClient, judgeAll, judgeClient } from './judge.ts';
import { deviationsIn, page } from './page.ts';
import { allSubjects } from './subjects.ts';

const PAGE = new URL('../../docs/selftest.md', import.meta.url);
/** Clients that are judged at the same time: they wait for most of their time. */
const CLIENTS_AT_ONCE = 24;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    mixtures: { type: 'string', default: '200' },
    only: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const every = allSubjects({ seed, mixtures: Number(values.mixtures), greased: 20 });
const names = [...every, ...CLIENT_SUBJECTS].map(({ name }) => name);
const list = 'docs/selftest.md lists them.';
const matchers = values.only.map((pattern) =>
  createMatcher(pattern, { names, what: 'a mock or a client', list }),
);
const isWanted = ({ name }: { readonly name: string }) =>
  matchers.length === 0 || matchers.some((matches) => matches(name));

const wanted = every.filter(isWanted);
const mocks = await judgeAll(wanted, (done) => progress(done, wanted.length, 'mocks'));
const clients = await judgeClients();
const selftest = { seed, mocks, clients };
const deviations = deviationsIn(selftest);
if (values.write) writeFileSync(PAGE, page(selftest));
else process.stdout.write(page(selftest));
process.stdout.write(
  deviations.length === 0 ? '\nAll results are as expected.\n' : `\nDEVIATIONS\n${deviations.join('\n')}\n`,
);
process.exitCode = deviations.length === 0 ? 0 : 1;

/** In the order of the list. */
async function judgeClients(): Promise<readonly JudgedClient[]> {
  const subjects = CLIENT_SUBJECTS.filter(isWanted);
  const judged = new Map<number, JudgedClient>();
  const waiting = subjects.entries();
  const work = async () => {
    for (const [at, subject] of waiting) {
      judged.set(at, await judgeClient(subject, { seed }));
      progress(judged.size, subjects.length, 'clients');
    }
  };
  await Promise.all(Array.from({ length: CLIENTS_AT_ONCE }, work));

  return subjects.flatMap((_, at) => judged.get(at) ?? []);
}

function progress(done: number, all: number, what: string): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r\x1b[K${done} of ${all} ${what} judged${done === all ? '\n' : ''}`);
}
