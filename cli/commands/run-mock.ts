/** Starts the mock, and ends it on a signal. */
import type { DefectName } from '../../src/contract/rule-ids.ts';
import { readRuleText } from '../../src/mock/behaviors/faults/read-fault.ts';
import { readMoment } from '../../src/mock/worlds/clock.ts';
import { maskText } from '../../src/text/mask.ts';
import { readChoiceOptions, summariseChoices } from '../choice-options.ts';
import { type Run, UsageError } from '../command.ts';
import { followMerchants } from '../follow-merchants.ts';
import { startMock } from '../index.ts';
import { keepCertificate, readHttps } from '../listen-options.ts';
import { openMerchantFile, readMerchantFile } from '../merchant-file.ts';
import { SCENARIO_NAMES } from '../mock-notes.ts';
import { openLedger } from '../open-ledger.ts';
import { flagOf, type Values } from '../options.ts';
import { whenShutdown } from '../shutdown.ts';
import { listAddresses, startupMessage } from '../startup-message.ts';
import { readTokenOptions } from '../token-options.ts';
import { createTroubleLog } from '../trouble-log.ts';
import type { MOCK_OPTIONS } from './mock.ts';

export const runMock: Run<typeof MOCK_OPTIONS> = async ({ options }, context) => {
  const { print, warn, shutdown, command } = context;
  const {
    port,
    host,
    static: isStatic,
    quiet,
    journal,
    control = 'loopback',
    faultSeed,
    merchants: path,
  } = options;
  const asOf = checkMoment(options.asOf);
  const defects = await findDefects(options.defect);
  const choices = readChoiceOptions(options);
  const faults = options.fault.map((rule) => readRuleText(rule, `--fault '${rule}'`));
  refuseBesideStatic(options);
  const tokens = await readTokenOptions(options, context);
  const https = readHttps(options);
  const file = path === undefined ? undefined : openMerchantFile(path);
  const merchants = file?.merchants ?? readMerchantFile();
  if (shutdown.aborted) return { code: 0, out: '' };
  const { ledger, description } = await openLedger(options, { warn });
  const troubles = createTroubleLog({ warn });
  const running = await startMock({
    ledger: troubles.watch(ledger),
    onBug: troubles.onBug,
    port,
    host: host ?? '127.0.0.1',
    static: isStatic,
    defects,
    merchants,
    asOf,
    journal,
    control,
    faults,
    scenario: options.scenario,
    scenarios: file?.scenarios ?? {},
    ...choices.options,
    ...(faultSeed === undefined ? {} : { faultSeed }),
    ...tokens,
    ...(https.kind === 'off' ? {} : { tls: https.tls }),
  }).catch(async (error: unknown) => {
    // An open connection would keep the process from ending.
    await ledger.close();
    throw error;
  });
  try {
    const certificate = keepCertificate(https, running, !quiet);
    const say = quiet ? () => {} : print;
    if (choices.skipped !== undefined) warn(`tollgate: ${choices.skipped}\n`);
    say(
      startupMessage({
        mock: running,
        command,
        merchantsPath: path,
        processors: merchants[0]?.processors ?? [],
        ledger: description,
        scenarios: [...SCENARIO_NAMES, ...Object.keys(file?.scenarios ?? {})],
        isStatic,
        notes: [
          ...listAddresses(host, running.url),
          ...summariseChoices(choices.options),
          ...note('broken on purpose', defects),
          ...note(
            'injected faults',
            options.fault.map((rule) => `'${maskText(rule)}'`),
          ),
          ...note('scenario', options.scenario === undefined ? [] : [options.scenario]),
          ...(asOf === undefined ? [] : [`clock: it began at ${asOf}`]),
          ...(control === 'anyone' ? ['control: anyone who reaches the mock can inspect and reset it'] : []),
        ],
        control,
        tokens,
        certificate,
      }),
    );
    const watch = file && followMerchants(running, file, { print: say, warn });
    await whenShutdown(shutdown);
    watch?.stop();
    certificate.remove();
  } finally {
    await running.close();
    await ledger.close();
  }

  return { code: 0, out: '' };
};

function note(about: string, what: readonly string[]): readonly string[] {
  return what.length === 0 ? [] : [`${about}: ${what.join(', ')}`];
}

/** Options that have no effect beside --static, with the reason. */
const IDLE_BESIDE_STATIC = {
  ...Object.fromEntries(
    ['lenient', 'strict', 'choose', 'like', 'grease', 'defect'].map((name) => [
      name,
      'responses are then the examples of the contract',
    ]),
  ),
  ledger: 'the mock then keeps no transactions',
  retain: 'the mock then keeps no transactions',
};

/** @throws UsageError */
function refuseBesideStatic(options: Values<typeof MOCK_OPTIONS>): void {
  if (!options.static) return;
  const typed: Readonly<Record<string, unknown>> = options;
  for (const [name, since] of Object.entries(IDLE_BESIDE_STATIC)) {
    const value = typed[name];
    if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) continue;
    throw new UsageError(`--static: expected no ${flagOf(name)} beside it, since ${since}`);
  }
}

/** @throws UsageError */
function checkMoment(text: string | undefined): string | undefined {
  try {
    if (text !== undefined) readMoment(text);

    return text;
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`--as-of: ${error.message}`) : error;
  }
}

/** Loads the defects only where one is named. @throws UsageError */
async function findDefects(names: readonly string[]): Promise<readonly DefectName[]> {
  if (names.length === 0) return [];
  const { findDefect } = await import('../find-rule.ts');

  return names.map(findDefect);
}
