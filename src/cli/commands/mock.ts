/** `tollgate mock`: a deployment to develop against. */
import { type Command, type Given, UsageError } from '../command.ts';
import { asked } from '../ending.ts';
import { isSet, listOf, numberOf, textOf } from '../given.ts';
import { listChoices } from '../list-choices.ts';
import { listFaults } from '../list-faults.ts';

export const mock: Command = {
  name: 'mock',
  summary: 'start a mock with right fees and real state',
  arguments: [],
  options: [
    ['--port <number>', 'port to listen on, up to 65535; 0 for any free one (default 4010)'],
    ['--host <address>', 'address to listen on (default 127.0.0.1)'],
    ['--merchants <file>', 'merchant file (YAML), read again when it changes; otherwise the shipped one'],
    [
      '--ledger <where>',
      'where transactions are kept: memory (default), sqlite:FILE, or redis://HOST:PORT (rediss:// with TLS; a server or any node of a cluster)',
      ['memory', 'sqlite:', 'redis://', 'rediss://'],
    ],
    [
      '--retain <bound>',
      'how many transactions to keep, the last ones opened or changed; beside redis:// for how long, such as 24h (default all)',
    ],
    ['--static', 'answer from the contract alone: no fees, no state'],
    [
      '--lenient',
      'answer what public clients are known to break too, and tell it in the header Tollgate-Violations',
    ],
    ['--strict', 'refuse all that the document allows to refuse'],
    [
      '--choose <name=option...>',
      'decide what the document leaves open (see below); can be given again',
      'choice',
    ],
    ['--like <report>', 'choose what this report in JSON observed of a deployment'],
    [
      '--grease [seed]',
      'vary from answer to answer what no client may lean on; the seed, 0 to 2147483647, does it again',
    ],
    [
      '--defect <rule...>',
      'break this rule on purpose, or a variant (RULE:variant); can be given again',
      'defect',
    ],
    ['--fault <rule...>', 'have calls go wrong on purpose (see below); can be given again'],
    ['--fault-seed <number>', 'decides what faults leave to chance: 0 to 2147483647 (default 1)'],
    [
      '--jwt-secret <secret>',
      'take only tokens signed with it; or TOLLGATE_JWT_SECRET, not seen in process lists',
    ],
    ['--jwks <url>', 'take only tokens signed by a key of this JWK set: http(s) address or file'],
    ['--cert <file>', 'serve https with this certificate (PEM)'],
    ['--key <file>', 'and this private key (PEM)'],
    ['--https [file]', 'serve https with a certificate made at the start, and keep that in the file'],
    [
      '--as-of <moment>',
      'start its clock at this moment, such as 2026-01-31 or 2026-01-31T12:00:00Z (default now)',
    ],
    [
      '--journal <number>',
      'how many of the last requests to keep for /_tollgate and tail, up to 1000000 (default 1000)',
    ],
    [
      '--control <whom>',
      'who may ask below /_tollgate: loopback (this machine, default), anyone or off',
      ['loopback', 'anyone', 'off'],
    ],
    ['--quiet', 'print nothing but problems'],
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

  async run(given, { print, warn, ending, command, environment }) {
    const port = numberOf(given, 'port', { min: 0, max: 65535 }) ?? 4010;
    const [{ knownDefect }, { readChoiceOptions, summariseChoices }, { readFaultOptions, summariseFaults }] =
      await Promise.all([
        import('../known-rule.ts'),
        import('../choice-options.ts'),
        import('../fault-options.ts'),
      ]);
    const [{ readLooking, tellLooking }, { tellAddresses }] = await Promise.all([
      import('../looking.ts'),
      import('../addresses.ts'),
    ]);
    const looking = readLooking(given);
    const defects = listOf(given, 'defect').map(knownDefect);
    const choices = readChoiceOptions(given);
    const faults = readFaultOptions(given);
    refuseBesideStatic(given);
    const [{ startMock }, { openMerchantFile }, { followMerchants }, { openLedger }] = await Promise.all([
      import('../../index.ts'),
      import('../merchant-file.ts'),
      import('../follow-merchants.ts'),
      import('../open-ledger.ts'),
    ]);
    const [{ readVouching }, { keepCertificate, readHttps }, { welcome }, { createTroubleTeller }] =
      await Promise.all([
        import('../vouching.ts'),
        import('../https.ts'),
        import('../welcome.ts'),
        import('../tell-troubles.ts'),
      ]);
    const vouching = await readVouching(given, { environment });
    const https = readHttps(given);
    const path = textOf(given, 'merchants');
    const file = openMerchantFile(path);
    if (ending.aborted) return { code: 0, out: '' };
    const { ledger, description } = await openLedger(given);
    const troubles = createTroubleTeller({ warn });
    const running = await startMock({
      ledger: troubles.over(ledger),
      onBug: troubles.onBug,
      port,
      host: textOf(given, 'host') ?? '127.0.0.1',
      static: isSet(given, 'static'),
      defects,
      merchants: file.merchants,
      ...choices.options,
      ...looking,
      ...faults,
      ...vouching,
      ...(https.kind === 'off' ? {} : { tls: https.tls }),
    }).catch(async (error: unknown) => {
      // An open connection would keep the process from ending.
      await ledger.close();
      throw error;
    });
    try {
      const certificate = keepCertificate(https, running, isSet(given, 'quiet') ? 'untold' : 'told');
      const say = isSet(given, 'quiet') ? () => {} : print;
      if (choices.skipped !== undefined) warn(`tollgate: ${choices.skipped}\n`);
      say(
        welcome({
          mock: running,
          command,
          merchantsPath: path,
          processors: file.merchants[0]?.processors ?? [],
          ledger: description,
          isStatic: isSet(given, 'static'),
          told: [
            ...tellAddresses(textOf(given, 'host'), running.url),
            ...summariseChoices(choices.options),
            ...tellDefects(defects),
            ...summariseFaults(given),
            ...tellLooking(looking),
          ],
          control: looking.control,
          vouching,
          certificate,
        }),
      );
      const watch = path === undefined ? undefined : followMerchants(running, file, { print: say, warn });
      await asked(ending);
      watch?.stop();
      certificate.remove();
    } finally {
      await running.close();
      await ledger.close();
    }

    return { code: 0, out: '' };
  },
};

/** What is given beside --static would do nothing, with the reason. */
const IDLE_BESIDE_STATIC = {
  ...Object.fromEntries(
    ['lenient', 'strict', 'choose', 'like', 'grease', 'defect'].map((name) => [
      name,
      'the contract alone answers then',
    ]),
  ),
  ledger: 'nothing is kept then',
  retain: 'nothing is kept then',
};

function refuseBesideStatic(given: Given): void {
  if (!isSet(given, 'static')) return;
  for (const [name, since] of Object.entries(IDLE_BESIDE_STATIC)) {
    if (given.options[name] === undefined) continue;
    throw new UsageError(`--static: expected no --${name} beside it, since ${since}`);
  }
}

function tellDefects(defects: readonly string[]): readonly string[] {
  return defects.length === 0 ? [] : [`broken on purpose: ${defects.join(', ')}`];
}
