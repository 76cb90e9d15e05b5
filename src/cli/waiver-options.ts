/** Reads --waivers and --baseline: failures that do not count. */
import type { Given } from './command.ts';
import { readNamed } from './files.ts';
import { textOf } from './given.ts';

/** @throws UsageError, AgreementError */
export async function readWaiverOptions(given: Given) {
  const [waivers, baseline] = [textOf(given, 'waivers'), textOf(given, 'baseline')];
  const { readWaivers, readBaseline } = await import('../../conformance/index.ts');

  return {
    waivers: waivers === undefined ? [] : readWaivers(readNamed(waivers, '--waivers'), waivers),
    baseline: baseline === undefined ? undefined : readBaseline(readNamed(baseline, '--baseline'), baseline),
  };
}
