/** Whether the suite's counterexamples are as small as can be and show the same to somebody else: those of every known defect. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deployment } from '../conformance/deployment/deployment.ts';
import type { Benchmark } from './benchmark.ts';
import { audit, type Replay } from './counterexamples/audit.ts';
import { BROKEN } from './counterexamples/broken.ts';
import type { Bash } from './counterexamples/curls.ts';
import { type Audited, counterexampleTable } from './counterexamples/table.ts';
import type { Processes } from './processes.ts';

/** The same cases each time. */
const SEED = 1;

/** In a hurry every so many of them will do. */
const EVERY = { full: 1, quick: 12 };

export const counterexamples: Benchmark = {
  name: 'counterexamples',
  runs: 'when asked for',

  async run({ processes, pace, progress }) {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-counterexamples-'));
    const tools = { seed: SEED, bash: bashOf(processes), replay: replayOf(processes, folder) };
    const chosen = BROKEN.filter((_, index) => index % EVERY[pace.kind] === 0);
    const audited: Audited[] = [];
    try {
      for (const broken of chosen) {
        const { name } = broken;
        progress(`counterexamples: ${audited.length} of ${chosen.length}, ${name}`);
        audited.push({ name, audit: await audit(broken, tools) });
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }

    return counterexampleTable(audited);
  },
};

function bashOf({ start }: Processes): Bash {
  return async (script, environment, longest) => {
    const settings = Object.entries(environment).map(([name, value]) => `export ${name}='${value}'`);
    await using child = start(['-c', [...settings, script].join('\n')], { program: 'bash', longest });
    const { how, out } = await child.ended;

    return how === 'signal SIGKILL' ? undefined : out;
  };
}

function replayOf({ start }: Processes, folder: string): Replay {
  const [reportFile, deploymentFile] = [join(folder, 'report.json'), join(folder, 'deployment.yaml')];

  return async (report, rule, deployment) => {
    writeFileSync(reportFile, JSON.stringify(report));
    writeFileSync(deploymentFile, fileOf(deployment));
    const args = ['src/cli/main.ts', 'replay', reportFile, rule, '--deployment', deploymentFile];
    await using child = start(args);
    const { how } = await child.ended;

    return Number(/^code (\d+)$/.exec(how)?.[1] ?? Number.NaN);
  };
}

/** JSON is YAML as well. */
function fileOf({ url, one, several, cards, regions, amounts, multiPay, limits }: Deployment): string {
  const { concurrency, timeout } = limits;

  return JSON.stringify({
    url: url.href,
    merchants: { one, several },
    cards,
    regions,
    amounts,
    multiPay,
    limits: { concurrency, timeout },
  });
}
