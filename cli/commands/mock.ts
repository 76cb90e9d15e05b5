/** `tollgate mock`: starts the mock. */
import { randomInt } from 'node:crypto';
import { command } from '../command.ts';
import { HOST, HTTPS_OPTIONS, PORT } from '../listen-options.ts';
import { listChoices, listFaults, listScenarios, SCENARIO_NAMES } from '../mock-notes.ts';
import { flag, list, number, type Option, oneOf, readNumber, SEED, text } from '../options.ts';

/** The seed; without one a random one. */
const grease: Option<number | undefined> = {
  value: '[seed]',
  about: 'randomise unspecified details of every response',
  read(typed, option) {
    if (typed === true) return randomInt(SEED.max);

    return typeof typed === 'string' ? readNumber(typed, option, SEED) : undefined;
  },
};

export const MOCK_OPTIONS = {
  port: PORT,
  host: HOST,
  merchants: text('<file>', 'merchant file (YAML), reloaded when it changes'),
  ledger: text('<where>', 'memory (default), sqlite:FILE, redis:// or rediss://', [
    'memory',
    'sqlite:',
    'redis://',
    'rediss://',
  ]),
  retain: text('<bound>', 'keep this many transactions; with redis a time, such as 24h'),
  static: flag('answer from the contract alone: no fees, no state'),
  lenient: flag('accept known mistakes of clients, and report them'),
  strict: flag('refuse all that the document allows to refuse'),
  choose: list('<name=option>', 'set a choice that the document leaves open (see below)', 'choice'),
  like: text('<report>', 'choose what this report in JSON observed of a deployment'),
  grease,
  defect: list('<rule>', 'break this rule, or a variant (RULE:variant)', 'defect'),
  scenario: text('<name>', 'answer as in this scenario (see below)', SCENARIO_NAMES),
  fault: list('<rule>', 'inject faults (see below)'),
  faultSeed: number('<number>', 'seed of random faults', { ...SEED, default: '1' }),
  jwtSecret: text('<secret>', 'verify tokens with this secret (or TOLLGATE_JWT_SECRET)'),
  jwks: text('<url>', 'verify tokens with this JWK set: http(s) address or file'),
  ...HTTPS_OPTIONS,
  asOf: text('<moment>', 'start the clock at this moment, such as 2026-01-31'),
  journal: number('<number>', 'requests in the journal', { min: 0, max: 1_000_000, default: '1000' }),
  control: oneOf('<whom>', 'access to /_tollgate: loopback (default), anyone or off', [
    'loopback',
    'anyone',
    'off',
  ]),
  quiet: flag('print errors only'),
};

export const mock = command({
  name: 'mock',
  summary: 'start a stateful mock that calculates real fees',
  arguments: [],
  options: MOCK_OPTIONS,
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
    'tollgate mock --scenario busy',
    "tollgate mock --fault 'every=10: latency=2000;jitter=500' --fault-seed 7",
  ],
  notes: () =>
    `${listFaults()}\n\n${listScenarios()}\n\n${listChoices()}\n\nExit codes: 0 it was ended (Ctrl-C or SIGTERM); 2 wrong usage, or the port is taken.`,

  run: async (...given) => (await import('./run-mock.ts')).runMock(...given),
});
