/** The commands around the mock: mock, tail, fee and token. */
import { randomInt } from 'node:crypto';
import { CHOICE_NAMES, optionsOf } from '../../src/contract/choices.ts';
import { CONDITIONS, FAULTS, formsOf, type Member } from '../../src/mock/behaviors/faults/fault.ts';
import shipped from '../../src/mock/shipped-merchants.gen.json' with { type: 'json' };
import { fold, readDuration } from '../../src/text/words.ts';
import {
  command,
  flag,
  list,
  number,
  type Option,
  oneOf,
  readNumber,
  SEED,
  text,
  UsageError,
} from '../command.ts';
import {
  CONNECTION_OPTIONS,
  HTTPS_OPTIONS,
  JSON_OPTION,
  LISTEN_OPTIONS,
  MOCK_ADDRESS,
  PROXY_NOTE,
  SCENARIO_NAMES,
} from './options.ts';

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
  ...LISTEN_OPTIONS,
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

  run: async (...given) => (await import('./mock.ts')).runMock(...given),
});

export const TAIL_OPTIONS = {
  last: number('<number>', 'begin with the last requests', { min: 0, max: 1_000_000, default: 10 }),
  json: flag('print each as a line of JSON, with headers and bodies'),
  ...CONNECTION_OPTIONS,
};

export const tail = command({
  name: 'tail',
  summary: 'print the requests of a mock or proxy as they arrive',
  arguments: [['[url]', `mock, one of its worlds, or proxy (default ${MOCK_ADDRESS})`]],
  options: TAIL_OPTIONS,
  json: 'one entry of the journal on each line',
  examples: ['tollgate tail', 'tollgate tail --last 100 --json', `tollgate tail ${MOCK_ADDRESS}/w/cart-7`],
  notes: () =>
    `A line has time, status, request, merchant, and what is wrong. The merchant is its name in a mock. A
proxy has no names: it prints a short hash of the token's stable claims, equal for one merchant.

Exit codes: 0 it was ended (Ctrl-C), or its reader left; 2 wrong usage; 3 the mock or proxy
cannot be reached, or ended.

${PROXY_NOTE}`,

  run: async (...given) => (await import('./tail.ts')).runTail(...given),
});

const DOLLARS = { min: 0, max: 1e12, fractions: true, hidden: true } as const;

export const FEE_OPTIONS = {
  amount: number('<usd>', 'the amount in US dollars', DOLLARS),
  nicn: text('<digits>', 'first 6, 7 or 8 digits of the card number'),
  region: text('<region>', 'zip code, two-letter state or ISO state code'),
  merchants: text('<file>', 'merchant file (YAML; default the shipped one)'),
  merchant: text('<name>', 'merchant (default the first)'),
  processor: text('<name>', 'MID or name of the processor'),
  country: text('<code>', 'ISO numeric country code (default 840)'),
  totalAmount: number('<usd>', 'multi-pay: total of the sale in US dollars', DOLLARS),
  asOf: text('<day>', 'day of the sale (default today, in UTC)'),
  json: JSON_OPTION,
};

export const fee = command({
  name: 'fee',
  summary: 'calculate a fee, and explain it line by line',
  arguments: [],
  options: FEE_OPTIONS,
  json: '`transactionFee`, `lines`, `sum`, `limits`, `rounding`, `amount`, `card`, `region`, `processor`, `rules`, `obstacles`',
  examples: [
    'tollgate fee --amount 100 --nicn 424242 --region 85004',
    'tollgate fee --amount 100 --nicn 424242 --region CO --as-of 2022-06-30',
    'tollgate fee --amount 100 --nicn 424242 --region 80202 --merchants merchants.yaml',
    'tollgate fee --amount 40 --total-amount 100 --nicn 424242 --region AZ --json',
  ],

  run: async (...given) => (await import('./fee.ts')).runFee(...given),
});

export const TOKEN_OPTIONS = {
  merchant: text('<name>', 'merchant of the mock (default its first)'),
  merchants: text('<file>', 'merchant file (YAML); otherwise the shipped one'),
  jwtSecret: text('<secret>', 'sign with this secret (or TOLLGATE_JWT_SECRET)'),
  expiresIn: text('<time>', 'such as 90s, 15m, 1h, 30d or -1h (default never)', undefined, readExpiry),
  json: JSON_OPTION,
};

export const token = command({
  name: 'token',
  summary: 'print an access token for the mock',
  arguments: [],
  options: TOKEN_OPTIONS,
  json: '`token`, `merchant`, `expiresIn` (seconds)',
  examples: [
    'export TOLLGATE_TOKEN=$(tollgate token)',
    'tollgate token --merchant several',
    'tollgate token --merchant corner-shop --merchants merchants.yaml --expires-in 1h',
  ],

  run: async (...given) => (await import('./token.ts')).runToken(...given),
});

/** In seconds. @throws UsageError */
function readExpiry(typed: string, flag: string): number {
  const milliseconds = readDuration(typed);
  if (milliseconds !== undefined) return milliseconds / 1000;
  throw new UsageError(`${flag}: expected a time such as 90s, 15m, 1h or 30d, got ${typed}`);
}

const NAME_WIDTH = 26;
const OPTIONS_WIDTH = 66;

/** Every choice with its options, the default first. */
function listChoices(): string {
  const lines = CHOICE_NAMES.flatMap((name) =>
    fold(optionsOf(name), OPTIONS_WIDTH, ', ').map(
      (options, at) => `  ${(at === 0 ? name : '').padEnd(NAME_WIDTH)}  ${options}`,
    ),
  );

  return `Choices that the document leaves open, for --choose (the first option is the default):\n${lines.join('\n')}`;
}

/** Every scenario of the shipped merchant file. */
function listScenarios(): string {
  const lines = Object.entries(shipped.scenarios).map(
    ([name, { about }]) => `  ${name.padEnd(18)}  ${about}`,
  );

  return `Scenarios, for --scenario NAME and for the request header Tollgate-Scenario: NAME:\n${lines.join('\n')}`;
}

function listFaults(): string {
  return `Faults, for --fault '[CONDITIONS: ]FAULT' and for the request header Tollgate-Fault: FAULT:
${linesOf(FAULTS)}
Give at most one of them beside a latency. 429 is short for status=429; =after carries out the call.
Conditions, such as every=10, times=3. A call must meet all of them:
${linesOf(CONDITIONS)}`;
}

function linesOf(members: Readonly<Record<string, Member<unknown>>>): string {
  return Object.entries(members)
    .map(([name, member]) => `  ${formsOf(name, member).join(', ').padEnd(18)}  ${member.about}`)
    .join('\n');
}
