/** Starts the mock, and ends it on a signal. */
import { readRuleText } from '../../src/mock/behaviors/faults/read-fault.ts';
import { MockError } from '../../src/mock/mock-error.ts';
import { maskText } from '../../src/text/mask.ts';
import { describeChoices, readChoiceOptions } from '../choice-options.ts';
import { flagOf, type Run, UsageError, type Values } from '../command.ts';
import { keepCertificate, readHttps } from '../https.ts';
import { startMock } from '../index.ts';
import { followMerchants, readMockFile } from '../merchant-file.ts';
import { createTroubleLog, openLedger } from '../mock-ledger.ts';
import { whenShutdown } from '../shutdown.ts';
import { startupMessage } from '../startup-message.ts';
import type * as declared from './mock-commands.ts';
import { SCENARIO_NAMES } from './options.ts';
import { readTokenOptions } from './token.ts';

export const runMock: Run<typeof declared.mock> = async ({ options }, context) => {
  const { print, warn, shutdown, command } = context;
  const { host = '127.0.0.1', static: isStatic, quiet, scenario, merchants: path, asOf } = options;
  const { port, journal, control = 'loopback', faultSeed } = options;
  // Loads the defects only where one is named.
  const defects =
    options.defect.length === 0 ? [] : options.defect.map((await import('../find-rule.ts')).findDefect);
  const choices = readChoiceOptions(options, warn);
  const faults = options.fault.map((rule) => readRuleText(rule, `--fault '${rule}'`, '--fault'));
  refuseBesideStatic(options);
  const tokens = readTokenOptions(options, context.environment);
  const https = readHttps(options);
  const { merchants, scenarios } = readMockFile(path);
  if (shutdown.aborted) return { code: 0, out: '' };
  const { ledger, description } = await openLedger(options, warn);
  const running = await startMock({
    ...{ port, host, static: isStatic, defects, merchants, scenarios, asOf, journal, control, faults },
    ...{ scenario, faultSeed, ledger, onBug: createTroubleLog(warn), tls: https.tls },
    ...{ ...choices, ...tokens },
  }).catch(async (error: unknown) => {
    // An open connection would keep the process from ending.
    await ledger.close();
    throw error instanceof MockError && error.code === 'unknown-scenario'
      ? new UsageError(`--${error.message}`)
      : error;
  });
  try {
    const certificate = keepCertificate(https, running, !quiet);
    const say = quiet ? () => {} : print;
    say(
      startupMessage({
        ...{ mock: running, command, merchantsPath: path, isStatic, control, tokens, certificate },
        processors: merchants[0].processors,
        settings: {
          ...describeChoices(choices),
          ledger: isStatic ? '' : description,
          scenarios: [...SCENARIO_NAMES, ...Object.keys(scenarios)].join(', '),
          defects: defects.join(', '),
          faults: options.fault.map((rule) => `'${maskText(rule)}'`).join(', '),
          ...{ scenario: scenario ?? '', asOf: asOf ?? '' },
        },
      }),
    );
    if (path !== undefined) void followMerchants(running, path, { print: say, warn, shutdown });
    await whenShutdown(shutdown);
    certificate.remove();
  } finally {
    await running.close();
    await ledger.close();
  }

  return { code: 0, out: '' };
};

/** The options that have no effect beside --static: responses are then the examples of the contract, and nothing is stored. */
const IDLE = ['lenient', 'strict', 'choose', 'like', 'grease', 'defect', 'ledger', 'retain'] as const;

/** @throws UsageError beside --static */
function refuseBesideStatic(options: Values<typeof declared.mock>): void {
  const idle = IDLE.find((name) => !['', 'false', 'undefined'].includes(String(options[name])));
  if (options.static && idle !== undefined)
    throw new UsageError(
      `--static: expected no ${flagOf(idle)} beside it, since responses are then the examples of the contract, and nothing is stored`,
    );
}
