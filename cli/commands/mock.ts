/** `tollgate mock`: starts the mock. */
import type { DefectName } from '../../src/contract/rule-ids.ts';
import { type Command, type CommandInput, UsageError } from '../command.ts';
import { listChoices } from '../list-choices.ts';
import { listFaults } from '../list-faults.ts';
import { isSet, listOption, numberOption, textOption } from '../parse-options.ts';
import { whenShutdown } from '../shutdown.ts';

export const mock: Command = {
  name: 'mock',
  summary: 'start a stateful mock that calculates real fees',
  arguments: [],
  options: [
    ['--port <number>', 'port, 0 for any free one (default 4010)'],
    ['--host <address>', 'address to listen on (default 127.0.0.1)'],
    ['--merchants <file>', 'merchant file (YAML), reloaded when it changes'],
    [
      '--ledger <where>',
      'memory (default), sqlite:FILE, redis:// or rediss://',
      ['memory', 'sqlite:', 'redis://', 'rediss://'],
    ],
    ['--retain <bound>', 'keep this many transactions; with redis a time, such as 24h'],
    ['--static', 'answer from the contract alone: no fees, no state'],
    ['--lenient', 'accept known mistakes of clients, and report them'],
    ['--strict', 'refuse all that the document allows to refuse'],
    ['--choose <name=option...>', 'set a choice that the document leaves open (see below)', 'choice'],
    ['--like <report>', 'choose what this report in JSON observed of a deployment'],
    ['--grease [seed]', 'randomise unspecified details of every response'],
    ['--defect <rule...>', 'break this rule, or a variant (RULE:variant)', 'defect'],
    ['--fault <rule...>', 'inject faults (see below)'],
    ['--fault-seed <number>', 'seed of random faults, 0 to 2147483647 (default 1)'],
    ['--jwt-secret <secret>', 'verify tokens with this secret (or TOLLGATE_JWT_SECRET)'],
    ['--jwks <url>', 'verify tokens with this JWK set: http(s) address or file'],
    ['--cert <file>', 'serve HTTPS with this certificate (PEM)'],
    ['--key <file>', 'private key of that certificate (PEM)'],
    ['--https [file]', 'serve HTTPS; write the generated certificate to the file'],
    ['--as-of <moment>', 'start the clock at this moment, such as 2026-01-31'],
    ['--journal <number>', 'requests that the journal keeps (default 1000)'],
    [
      '--control <whom>',
      'access to /_tollgate: loopback (default), anyone or off',
      ['loopback', 'anyone', 'off'],
    ],
    ['--quiet', 'print errors only'],
  ],
  examples: [
    'tollgate mock',
    'tollgate mock --port 0 --merchants merchants.yaml',
    'tollgate mock --defect nicn/refuses-non-digits',
    'tollgate mock --ledger sqlite:transactions.db',
    'tollgate mock --ledger redis://127.0.0.1:6379 --retain 24h',
    'tollgate mock --jwks https://login.example.com/.well-known/jwks.json',
    'tollgate mock --https',
    'tollgate mock --as-of 2022-06-30',
    'tollgate mock --choose success-status=201 --choose refusal=html',
    'tollgate mock --strict --choose longest-mtxid=20',
    "tollgate mock --fault 'amount=13.37: status=503;retry-after=2'",
    "tollgate mock --fault 'every=10: latency=2000;jitter=500' --fault-seed 7",
  ],
  notes: () =>
    `${listFaults()}\n\n${listChoices()}\n\nExit codes: 0 it was ended (Ctrl-C or SIGTERM); 2 wrong usage, or the port is taken.`,

  async run(input, { print, warn, shutdown, command, environment }) {
    const port = numberOption(input, 'port', { min: 0, max: 65535 }) ?? 4010;
    const [{ readChoiceOptions, summariseChoices }, { readFaultOptions, summariseFaults }] =
      await Promise.all([import('../choice-options.ts'), import('../fault-options.ts')]);
    const [{ readControlOptions, describeControlOptions }, { listAddresses }] = await Promise.all([
      import('../control-options.ts'),
      import('../list-addresses.ts'),
    ]);
    const control = readControlOptions(input);
    const defects = await findDefects(listOption(input, 'defect'));
    const choices = readChoiceOptions(input);
    const faults = readFaultOptions(input);
    refuseBesideStatic(input);
    const [{ startMock }, { openMerchantFile, readMerchantFile }, { followMerchants }, { openLedger }] =
      await Promise.all([
        import('../index.ts'),
        import('../merchant-file.ts'),
        import('../follow-merchants.ts'),
        import('../open-ledger.ts'),
      ]);
    const [{ readTokenOptions }, { keepCertificate, readHttps }, { startupMessage }, { createTroubleLog }] =
      await Promise.all([
        import('../token-options.ts'),
        import('../https.ts'),
        import('../startup-message.ts'),
        import('../trouble-log.ts'),
      ]);
    const tokens = await readTokenOptions(input, { environment });
    const https = readHttps(input);
    const path = textOption(input, 'merchants');
    const file = path === undefined ? undefined : openMerchantFile(path);
    const merchants = file?.merchants ?? readMerchantFile();
    if (shutdown.aborted) return { code: 0, out: '' };
    const { ledger, description } = await openLedger(input, { warn });
    const troubles = createTroubleLog({ warn });
    const running = await startMock({
      ledger: troubles.watch(ledger),
      onBug: troubles.onBug,
      port,
      host: textOption(input, 'host') ?? '127.0.0.1',
      static: isSet(input, 'static'),
      defects,
      merchants,
      ...choices.options,
      ...control,
      ...faults,
      ...tokens,
      ...(https.kind === 'off' ? {} : { tls: https.tls }),
    }).catch(async (error: unknown) => {
      // An open connection would keep the process from ending.
      await ledger.close();
      throw error;
    });
    try {
      const certificate = keepCertificate(https, running, !isSet(input, 'quiet'));
      const say = isSet(input, 'quiet') ? () => {} : print;
      if (choices.skipped !== undefined) warn(`tollgate: ${choices.skipped}\n`);
      say(
        startupMessage({
          mock: running,
          command,
          merchantsPath: path,
          processors: merchants[0]?.processors ?? [],
          ledger: description,
          isStatic: isSet(input, 'static'),
          notes: [
            ...listAddresses(textOption(input, 'host'), running.url),
            ...summariseChoices(choices.options),
            ...describeDefects(defects),
            ...summariseFaults(input),
            ...describeControlOptions(control),
          ],
          control: control.control,
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
  },
};

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

function refuseBesideStatic(input: CommandInput): void {
  if (!isSet(input, 'static')) return;
  for (const [name, since] of Object.entries(IDLE_BESIDE_STATIC)) {
    if (input.options[name] === undefined) continue;
    throw new UsageError(`--static: expected no --${name} beside it, since ${since}`);
  }
}

/** Loads the defects only where one is named. @throws UsageError */
async function findDefects(names: readonly string[]): Promise<readonly DefectName[]> {
  if (names.length === 0) return [];
  const { findDefect } = await import('../find-rule.ts');

  return names.map(findDefect);
}

function describeDefects(defects: readonly string[]): readonly string[] {
  return defects.length === 0 ? [] : [`broken on purpose: ${defects.join(', ')}`];
}
