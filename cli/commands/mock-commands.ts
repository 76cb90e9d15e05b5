/** The commands around the mock: mock, tail, fee and token. */
import { randomInt } from 'node:crypto';
import { parseDay } from '../../src/engine/day.ts';
import { readMoment } from '../../src/mock/worlds/clock.ts';
import { readDuration } from '../../src/text/words.ts';
import {
  command,
  flag,
  list,
  number,
  type Option,
  oneOf,
  parsed,
  readNumber,
  SEED,
  text,
} from '../command.ts';
import {
  CONNECTION_OPTIONS,
  HTTPS_OPTIONS,
  JSON_OPTION,
  LISTEN_OPTIONS,
  MOCK_ADDRESS,
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

export const mock = command({
  name: 'mock',
  summary: 'start a stateful mock that calculates real fees',
  arguments: [],
  options: {
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
    asOf: parsed('<moment>', 'start the clock at this moment, such as 2026-01-31', readAsOf),
    journal: number('<number>', 'requests in the journal', { min: 0, max: 1_000_000, default: '1000' }),
    control: oneOf('<whom>', 'access to /_tollgate: loopback (default), anyone or off', [
      'loopback',
      'anyone',
      'off',
    ]),
    quiet: flag('print errors only'),
  },
});

export const tail = command({
  name: 'tail',
  summary: 'print the requests of a mock or proxy as they arrive',
  arguments: [['[url]', `mock, one of its worlds, or proxy (default ${MOCK_ADDRESS})`]],
  options: {
    last: number('<number>', 'begin with the last requests', { min: 0, max: 1_000_000, default: 10 }),
    json: flag('print each as a line of JSON, with headers and bodies'),
    ...CONNECTION_OPTIONS,
  },
  json: 'one entry of the journal on each line',
});

const DOLLARS = { min: 0, max: 1e12, fractions: true, hidden: true } as const;

export const fee = command({
  name: 'fee',
  summary: 'calculate a fee, and explain it line by line',
  arguments: [],
  options: {
    amount: number('<usd>', 'the amount in US dollars', DOLLARS),
    nicn: text('<digits>', 'first 6, 7 or 8 digits of the card number'),
    region: text('<region>', 'zip code, two-letter state or ISO state code'),
    merchants: text('<file>', 'merchant file (YAML; default the shipped one)'),
    merchant: text('<name>', 'merchant (default the first)'),
    processor: text('<name>', 'MID or name of the processor'),
    country: text('<code>', 'ISO numeric country code (default 840)'),
    totalAmount: number('<usd>', 'multi-pay: total of the sale in US dollars', DOLLARS),
    asOf: parsed('<day>', 'day of the sale (default today, in UTC)', parseDay),
    json: JSON_OPTION,
  },
  json: '`transactionFee`, `lines`, `sum`, `limits`, `rounding`, `amount`, `card`, `region`, `processor`, `rules`, `obstacles`',
});

export const token = command({
  name: 'token',
  summary: 'print an access token for the mock',
  arguments: [],
  options: {
    merchant: text('<name>', 'merchant of the mock (default its first)'),
    merchants: text('<file>', 'merchant file (YAML); otherwise the shipped one'),
    jwtSecret: text('<secret>', 'sign with this secret (or TOLLGATE_JWT_SECRET)'),
    expiresIn: parsed('<time>', 'such as 90s, 15m, 1h, 30d or -1h (default never)', readExpiry),
    json: JSON_OPTION,
  },
  json: '`token`, `merchant`, `expiresIn` (seconds); null without the option',
});

/** In seconds. @throws RangeError */
function readExpiry(typed: string): number {
  const milliseconds = readDuration(typed);
  if (milliseconds !== undefined) return milliseconds / 1000;
  throw new RangeError(`expected a time such as 90s, 15m, 1h or 30d, got ${typed}`);
}

/** The text itself, which is a moment. @throws RangeError */
function readAsOf(typed: string): string {
  readMoment(typed);

  return typed;
}
