/** Compares tollgate with other contract testers: which defects of the mock they find, and which legal choices they reject. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mockOptionsOf } from '../cli/selftest/mock-options.ts';
import type { Subject } from '../cli/selftest/subject.ts';
import { allSubjects } from '../cli/selftest/subjects.ts';
import { startMock } from '../src/mock/index.ts';
import type { Benchmark } from './benchmark.ts';
import { median, show } from './figures.ts';
import { ORDER } from './judges/contract.ts';
import { JUDGES, type Judge, type Verdict } from './judges/judge.ts';
import type { Processes } from './processes.ts';
import type { Table } from './table.ts';

/** A quick run judges every twelfth subject. */
const EVERY = { full: 1, quick: 12 };

/** In milliseconds; the defect of `robustness/answers-in-time` takes eight seconds. */
const PREPARED_IN = 20_000;

/** What one judge said of each subject. */
export interface Judgements {
  readonly name: string;
  readonly version: string;
  readonly met: readonly (Verdict & { readonly of: Subject['kind'] })[];
}

export const judges: Benchmark = {
  name: 'judges',
  runs: 'when asked for',

  async run({ processes, pace, progress }) {
    const all = allSubjects({ seed: 1, mixtures: 0, greased: 0 });
    const subjects = all.filter(({ kind }, at) => kind === 'plain' || at % EVERY[pace.kind] === 0);
    const judgements: Judgements[] = [];
    const missing: string[] = [];
    for (const judge of JUDGES) {
      const { name, version } = judge;
      if (version === undefined) {
        missing.push(`${name}: not installed, npm run bench:judges does that`);
        continue;
      }
      const met: Judgements['met'][number][] = [];
      for (const subject of subjects) {
        progress(`judges: ${name}, ${met.length} of ${subjects.length}, ${subject.name}`);
        met.push({ ...(await judgeOne(judge, subject, processes)), of: subject.kind });
      }
      judgements.push({ name, version, met });
    }

    return judgesTable(judgements, missing);
  },
};

/** Starts a mock with the subject's behavior and has it judged. */
async function judgeOne(judge: Judge, subject: Subject, processes: Processes): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-judges-'));
  try {
    await using mock = await startMock(mockOptionsOf(subject));
    await openOrder(mock.url, mock.token());

    return await judge.judge({ url: mock.url, token: mock.token(), folder }, processes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens the transaction that the contract's examples update and sell. A defective mock may refuse it. */
async function openOrder(url: string, token: string): Promise<void> {
  const headers = {
    'Content-Type': 'application/json',
    'X-Requested-With': 'xhr',
    Authorization: `Bearer ${token}`,
  };
  const body = JSON.stringify({ amount: 100, nicn: '424242', region: '85004', mTxId: ORDER });
  await fetch(`${url}/v1/ch`, { method: 'POST', headers, body, signal: AbortSignal.timeout(PREPARED_IN) })
    .then((answer) => answer.text())
    .catch(() => {});
}

/** @param missing a line for each judge that is not installed */
export function judgesTable(judgements: readonly Judgements[], missing: readonly string[]): Table {
  const row = ({ name, version, met }: Judgements) => {
    const of = (wanted: Subject['kind']) => met.filter(({ of: kind }) => kind === wanted);
    const found = of('defect').filter(({ kind }) => kind !== 'content');
    const accused = of('choice').filter(({ kind }) => kind === 'accuses');

    return [
      name,
      version,
      of('plain').some(({ kind }) => kind === 'accuses') ? 'accused' : 'passed',
      `${found.length} of ${of('defect').length}`,
      `${accused.length} of ${of('choice').length}`,
      show(median(met.map(({ milliseconds }) => milliseconds)) / 1000),
    ];
  };

  return {
    title: 'judges: what tollgate and other tools find in the mock, its defects and its legal choices',
    columns: ['judge', 'version', 'sound mock', 'defects found', 'choices accused', 's a run, median'],
    rows: judgements.map(row),
    notes: [
      'Each gets the address and a token. Dredd and Specmatic do not support the status 2XX, so their copy of the contract',
      'has 200. It also has examples that the mock accepts, with a sale by an mTxId that exists (bench/judges).',
      'A warning of tollgate counts as a defect found, and not as a choice accused.',
      ...missing,
    ],
  };
}
