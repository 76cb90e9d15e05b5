/** Starts a server that was written in another language from the API document alone: its bugs and its legal choices by name. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { DEPLOYMENT_DEFAULTS, type Deployment } from '../../../conformance/deployment/deployment.ts';
import { resolvePricing } from '../../../conformance/deployment/pricing.ts';
import { parseMerchants } from '../../../src/engine/index.ts';
import { deploymentOf } from '../judge.ts';

/** The command that runs each server, its prices, and the check without which its tests are skipped. */
const FOREIGN = {
  python: { command: ['python3', '-B', 'server.py'], check: ['--version'], prices: 'pricing.yaml' },
  // Its smallest package has no JSON.
  perl: { command: ['perl', 'server.pl'], check: ['-MJSON::PP', '-e', '1'], prices: 'pricing-perl.yaml' },
} as const;

export type Language = keyof typeof FOREIGN;
export const LANGUAGES = Object.keys(FOREIGN) as readonly Language[];

export interface ForeignServer extends AsyncDisposable {
  readonly language: Language;
  readonly port: number;
  readonly tokens: Readonly<Record<'one' | 'several', string>>;
  readonly bugs: readonly string[];
  readonly choices: readonly string[];
}

export function isInstalled(language: Language): boolean {
  const { command, check } = FOREIGN[language];

  return spawnSync(command[0], check).status === 0;
}

export async function startForeign(language: Language): Promise<ForeignServer> {
  const [command, ...args] = FOREIGN[language].command;
  const child = spawn(command, args, { cwd: import.meta.dirname, stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');

  return {
    ...JSON.parse(String(line)),
    language,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

const PROCESSORS = {
  one: [{ mid: '700100', name: 'alpha' }],
  several: [
    { mid: '700100', name: 'alpha' },
    { mid: '700200', name: 'beta' },
  ],
};

/** The deployment file of one variant, with a state of its own for each run. */
export function foreignDeployment(server: ForeignServer, variant: string, run: string): Deployment {
  const { prices: path } = FOREIGN[server.language];
  const merchants = parseMerchants(readFileSync(`${import.meta.dirname}/${path}`, 'utf8'), path);
  const references = { one: { processors: PROCESSORS.one }, several: { processors: PROCESSORS.several } };

  return deploymentOf(new URL(`http://127.0.0.1:${server.port}/${variant}/${run}`), {
    one: { token: server.tokens.one, processors: PROCESSORS.one },
    several: { token: server.tokens.several, processors: PROCESSORS.several },
    cards: [...DEPLOYMENT_DEFAULTS.cards, '5555555555554444'],
    pricing: resolvePricing(merchants, references, { where: 'deployment.yaml', path }),
  });
}
