/** tollgate and other contract testers: which defects of the mock they find, and which legal choices they reject. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HERE, start } from '../build/processes.ts';
import type { Report } from '../conformance/index.ts';
import { startMock } from '../src/mock/index.ts';
import { allSubjects, mockOptionsOf, type Subject } from '../test/selftest/subjects.ts';
import type { Benchmark } from './benchmark.ts';
import { versionIn } from './contenders.ts';
import { contractFor, ORDER } from './example-contract.ts';
import { ask, createFeeCall, tollgate } from './servers.ts';
import { median, show, type Table, tableOf } from './table.ts';

interface Judge {
  readonly name: string;
  /** Undefined where it is not installed. */
  readonly version: string | undefined;
  readonly judge: (url: string, token: string, folder: string) => Promise<Verdict>;
}

interface Verdict {
  readonly kind: 'content' | 'warns' | 'accuses';
  /** From start to end. */
  readonly milliseconds: number;
}

const JUDGES: readonly Judge[] = [
  {
    name: 'tollgate conform',
    version: versionIn(new URL('../package.json', import.meta.url)),
    async judge(url, token) {
      const command = tollgate('conform', url, '--token', token, '--seed', '1', '--report', 'json');
      await using child = start(HERE, command);
      const { out, milliseconds } = await child.ended;
      const { verdict, rules }: Report = JSON.parse(out);
      const warns = rules.some(({ outcome }) => outcome === 'fail');

      return { kind: verdict !== 'conformant' ? 'accuses' : warns ? 'warns' : 'content', milliseconds };
    },
  },
  {
    // Makes a call for each example of the contract.
    name: 'Specmatic',
    version: versionIn(installed('specmatic/package.json')),
    judge(url, token, folder) {
      const jar = fileURLToPath(installed('specmatic/specmatic.jar'));
      const command = ['java', '-jar', jar, 'test', 'openapi.yaml', `--testBaseURL=${url}`];

      // It reads the token from a variable named after the contract's security scheme.
      return exitOf(command, folder, 'described', { merchantToken: token });
    },
  },
  {
    // Makes one call for each operation, by the first example of the contract.
    name: 'Dredd',
    version: versionIn(installed('dredd/package.json')),
    judge(url, token, folder) {
      const program = [process.execPath, fileURLToPath(installed('dredd/bin/dredd')), 'openapi.yaml', url];
      const options = ['--header', `Authorization: Bearer ${token}`, '--loglevel', 'warning'];

      return exitOf([...program, ...options], folder, 'left out');
    },
  },
];

function installed(path: string): URL {
  return new URL(`./judges/node_modules/${path}`, import.meta.url);
}

/** Runs a tool beside its contract; it accuses by its exit code. */
async function exitOf(
  command: readonly string[],
  folder: string,
  refusals: Parameters<typeof contractFor>[0],
  variables: Readonly<Record<string, string>> = {},
): Promise<Verdict> {
  writeFileSync(join(folder, 'openapi.yaml'), contractFor(refusals));
  await using child = start({ folder, env: { ...process.env, ...variables } }, command);
  const { how, milliseconds } = await child.ended;

  return { kind: how === 'code 0' ? 'content' : 'accuses', milliseconds };
}

/** What one judge said of each subject. */
export interface Judgements {
  readonly name: string;
  readonly version: string;
  readonly met: readonly (Verdict & { readonly of: Subject['kind'] })[];
}

export const judges: Benchmark = async ({ pace, folder, progress }) => {
  const all = allSubjects({ seed: 1, mixtures: 0, greased: 0 });
  const subjects = all.filter(({ kind }, at) => kind === 'plain' || at % pace.every === 0);
  const judgements: Judgements[] = [];
  for (const { name, version, judge } of JUDGES) {
    const met: Judgements['met'][number][] = [];
    for (const subject of version === undefined ? [] : subjects) {
      progress(`${name}, ${met.length} of ${subjects.length}, ${subject.name}`);
      await using mock = await startMock(mockOptionsOf(subject));
      await openOrder(mock.url, mock.token());
      const own = mkdtempSync(join(folder, 'judge-'));
      met.push({ ...(await judge(mock.url, mock.token(), own)), of: subject.kind });
    }
    if (version !== undefined) judgements.push({ name, version, met });
  }
  const missing = JUDGES.filter(({ version }) => version === undefined);

  return judgesTable(
    judgements,
    missing.map(({ name }) => `${name}: not installed, npm run bench:judges does that`),
  );
};

/** Opens the transaction that the contract's examples update and sell. A defective mock may refuse it. */
async function openOrder(url: string, token: string): Promise<void> {
  const { headers, ...call } = await createFeeCall();
  const body = JSON.stringify({ ...JSON.parse(call.body), mTxId: ORDER });
  const own = { ...headers, authorization: `Bearer ${token}` };
  await ask(Number(new URL(url).port), { ...call, headers: own, body }).catch(() => {});
}

/** @param missing a line for each judge that is not installed */
export function judgesTable(judgements: readonly Judgements[], missing: readonly string[]): Table {
  const share = ({ met }: Judgements, of: Subject['kind'], kinds: readonly Verdict['kind'][]) => {
    const own = met.filter((one) => one.of === of);

    return `${own.filter(({ kind }) => kinds.includes(kind)).length} of ${own.length}`;
  };

  return tableOf(
    'judges: what tollgate and other tools find in the mock, its defects and its legal choices',
    judgements,
    [
      ['judge', ({ name }) => name],
      ['version', ({ version }) => version],
      ['sound mock', (row) => (share(row, 'plain', ['accuses']).startsWith('0') ? 'passed' : 'accused')],
      ['defects found', (row) => share(row, 'defect', ['warns', 'accuses'])],
      ['choices accused', (row) => share(row, 'choice', ['accuses'])],
      ['s a run, median', ({ met }) => show(median(met.map(({ milliseconds }) => milliseconds)) / 1000)],
    ],
    [
      'Each gets the address and a token. Dredd and Specmatic do not support the status 2XX, so their copy of the contract',
      'has 200. It also has examples that the mock accepts, with a sale by an mTxId that exists (bench/example-contract.ts).',
      'A warning of tollgate counts as a defect found, and not as a choice accused.',
      ...missing,
    ],
  );
}
