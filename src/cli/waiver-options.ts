/** Reads --waivers and --baseline: failures that do not count. */
import type { CommandInput } from './command.ts';
import { readUserFile } from './files.ts';
import { textOption } from './parse-options.ts';

/** @throws UsageError, AgreementError */
export async function readWaiverOptions(input: CommandInput) {
  const { readBaseline } = await import('../../conformance/index.ts');

  return readOptions(input, readBaseline);
}

/** The same, with a report of traffic as baseline. @throws UsageError, AgreementError */
export async function readTrafficWaivers(input: CommandInput) {
  const { readTrafficBaseline } = await import('../../conformance/index.ts');

  return readOptions(input, readTrafficBaseline);
}

async function readOptions<B>(input: CommandInput, readBaseline: (text: string, where: string) => B) {
  const [waivers, baseline] = [textOption(input, 'waivers'), textOption(input, 'baseline')];
  const { readWaivers } = await import('../../conformance/index.ts');

  return {
    waivers: waivers === undefined ? [] : readWaivers(readUserFile(waivers, '--waivers'), waivers),
    baseline:
      baseline === undefined ? undefined : readBaseline(readUserFile(baseline, '--baseline'), baseline),
  };
}
