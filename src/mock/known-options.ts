/** Refuses options that no mock has: in JavaScript nobody else would say that a name is misspelt. */
import { nearest } from '../engine/reading/nearest.ts';
import { MockError } from './mock-error.ts';
import type { MockOptions, StartOptions } from './options.ts';

/** A record, so that none can be forgotten. */
const OPTIONS: Readonly<Record<keyof MockOptions, true>> = {
  merchants: true,
  ledger: true,
  static: true,
  defects: true,
  jwtSecret: true,
  jwks: true,
  askForKeys: true,
  choices: true,
  grease: true,
  lenient: true,
  asOf: true,
  journal: true,
  control: true,
  faults: true,
  faultSeed: true,
  onBug: true,
};
const LISTENING: Readonly<Record<Exclude<keyof StartOptions, keyof MockOptions>, true>> = {
  port: true,
  host: true,
  tls: true,
};

/** @throws MockError `unknown-option` */
export function refuseUnknown(options: object, who: 'createMock' | 'startMock'): void {
  const known = Object.keys(who === 'startMock' ? { ...OPTIONS, ...LISTENING } : OPTIONS);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  const hint =
    unknown in LISTENING
      ? 'Only startMock listens.'
      : meant === undefined
        ? `There are ${known.join(', ')}.`
        : `Did you mean ${meant}?`;
  throw new MockError('unknown-option', `${who}: expected the options of a mock, got ${unknown}. ${hint}`);
}
