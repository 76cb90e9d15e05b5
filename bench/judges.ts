/** tollgate and other contract testers: which defects of the mock they find, and which legal choices they reject. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { FEE, feeCall } from '../build/package/commands.ts';
import { HERE, start } from '../build/processes.ts';
import type { Report } from '../conformance/index.ts';
import { startMock } from '../src/mock/index.ts';
import { allSubjects, mockOptionsOf, type Subject } from '../test/selftest/subjects.ts';
import { type Benchmark, inTurns, type Measured, median, show, type Table, tableOf } from './harness.ts';
import { tollgate } from './servers.ts';

/** What a judge says of a subject. */
interface Judgement {
  readonly of: Subject['kind'];
  readonly kind: 'content' | 'warns' | 'accuses';
  readonly milliseconds: number;
}

interface JudgeProgram {
  readonly name: string;
  /** Undefined where it is not installed. */
  readonly version: string | undefined;
  readonly judge: (url: string, token: string, folder: string) => Promise<Omit<Judgement, 'of'>>;
}

const JUDGES: readonly JudgeProgram[] = [
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

function versionIn(manifest: URL): string | undefined {
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}

/** Runs a tool beside its contract; it accuses by its exit code. */
async function exitOf(
  command: readonly string[],
  folder: string,
  refusals: Parameters<typeof contractFor>[0],
  variables: Readonly<Record<string, string>> = {},
): Promise<Omit<Judgement, 'of'>> {
  writeFileSync(join(folder, 'openapi.yaml'), contractFor(refusals));
  await using child = start({ folder, env: { ...process.env, ...variables } }, command);
  const { how, milliseconds } = await child.ended;

  return { kind: how === 'code 0' ? 'content' : 'accuses', milliseconds };
}

/** The `mTxId` of both examples that have one. A caller opens its transaction before the judge runs. */
export const ORDER = 'order-1001';

/** The examples of the contract that a server with one merchant accepts, in any order. */
const SENT = { '/v1/ch': ['minimal', 'campaign'], '/v1/ch/sale': ['by-mtxid'] } as const;

/**
 * The contract for tools that need one status for each answer and an example for each request.
 *
 * @param refusals whether the contract describes refusals; Dredd would make a call for each of them
 */
export function contractFor(refusals: 'described' | 'left out'): string {
  const contract = parse(readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8'));
  for (const [path, names] of Object.entries(SENT)) {
    const { post } = contract.paths[path];
    const sent = post.requestBody.content['application/json'];
    const answered = post.responses['2XX'].content['application/json'];
    const [answer] = Object.values(answered.examples);
    const sameFor = <T>(value: T) => Object.fromEntries(names.map((name) => [name, value]));
    // Specmatic pairs requests and answers by the name of the example.
    sent.examples = Object.fromEntries(names.map((name) => [name, sent.examples[name]]));
    answered.examples = sameFor(answer);
    const header = { name: 'X-Requested-With', in: 'header', required: true };
    const examples = { schema: { type: 'string', enum: ['xhr'] }, examples: sameFor({ value: 'xhr' }) };
    const { '2XX': success, default: refusal } = post.responses;
    if (refusals === 'described') post.parameters = [{ ...header, ...examples }];
    post.responses = refusals === 'described' ? { 200: success, 422: refusal } : { 200: success };
  }
  // Of one or the other identifier Specmatic would make one up.
  contract.paths['/v1/ch/sale'].post.requestBody.content['application/json'].schema = {
    $ref: '#/components/schemas/SaleByMtxid',
  };

  return stringify(contract, { aliasDuplicateObjects: false });
}

export const judges: Benchmark = async ({ pace, folder, progress }) => {
  const subjects = allSubjects({ seed: 1, mixtures: 0, greased: 0 }).filter(
    ({ kind }, at) => kind === 'plain' || at % pace.every === 0,
  );
  const judgements: (Measured<Judgement> & Pick<JudgeProgram, 'version'>)[] = [];
  for (const { name, version, judge } of JUDGES.filter((one) => one.version !== undefined)) {
    const measured = await inTurns(subjects, 1, progress, async (subject) => {
      await using mock = await startMock(mockOptionsOf(subject));
      // Opens the transaction that the contract's examples update and sell. A defective mock may refuse it.
      const call = feeCall(mock.token());
      const body = JSON.stringify({ ...JSON.parse(call.body), mTxId: ORDER });
      await fetch(mock.url + FEE, { ...call, body }).catch(() => {});

      return {
        ...(await judge(mock.url, mock.token(), mkdtempSync(join(folder, 'judge-')))),
        of: subject.kind,
      };
    });
    judgements.push({ name, version, figures: measured.flatMap(({ figures }) => figures) });
  }
  const missing = JUDGES.filter(({ version }) => version === undefined);

  return judgesTable(
    judgements,
    missing.map(({ name }) => `${name}: not installed, npm run bench:judges does that`),
  );
};

/** @param missing a line for each judge that is not installed */
export function judgesTable(
  judgements: readonly (Measured<Judgement> & Pick<JudgeProgram, 'version'>)[],
  missing: readonly string[],
): Table {
  const share = (figures: readonly Judgement[], of: Subject['kind'], ...kinds: readonly string[]) => {
    const own = figures.filter((one) => one.of === of);

    return `${own.filter(({ kind }) => kinds.includes(kind)).length} of ${own.length}`;
  };

  return tableOf(
    'judges: what tollgate and other tools find in the mock, its defects and its legal choices',
    judgements,
    [
      ['judge', ({ name }) => name],
      ['version', ({ version = '' }) => version],
      [
        'sound mock',
        ({ figures }) => (share(figures, 'plain', 'accuses').startsWith('0') ? 'passed' : 'accused'),
      ],
      ['defects found', ({ figures }) => share(figures, 'defect', 'warns', 'accuses')],
      ['choices accused', ({ figures }) => share(figures, 'choice', 'accuses')],
      [
        's a run, median',
        ({ figures }) => show(median(figures.map(({ milliseconds }) => milliseconds)) / 1000),
      ],
    ],
    [
      'Each gets the address and a token. Dredd and Specmatic do not support the status 2XX, so their copy of the contract',
      'has 200. It also has examples that the mock accepts, with a sale by an mTxId that exists (bench/judges.ts).',
      'A warning of tollgate counts as a defect found, and not as a choice accused.',
      ...missing,
    ],
  );
}
