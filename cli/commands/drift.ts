/** `tollgate drift`: compares the answers of a mock with recorded ones. */
import { command } from '../command.ts';
import { flag, text } from '../options.ts';

export const DRIFT_OPTIONS = {
  like: text('<report>', 'behave as the deployment of this JSON report does'),
  merchants: text('<file>', 'merchant file (YAML) of the mock; else the recorded or shipped one'),
  json: flag('print the differences as JSON'),
};

export const drift = command({
  name: 'drift',
  summary: 'compare a mock with recorded traffic of a service',
  arguments: [['<recording>', 'HAR file of conform, of the proxy, or of any tool']],
  options: DRIFT_OPTIONS,
  json: '`compared`, `fees`, `differences`, `choices`, `notCompared`',
  examples: [
    'tollgate drift traffic.har --like production.json --merchants merchants.yaml',
    'tollgate drift run.har --json',
  ],
  notes: () =>
    `The recorded calls are sent to a mock in this process, with its own identifiers and tokens; nothing
is sent elsewhere. Differences are listed: fees, refusals, transactions, and choices.

Exit codes: 0 no difference; 1 differences; 2 wrong usage, or no call that can be compared.`,

  run: async (...given) => (await import('./run-drift.ts')).runDrift(...given),
});
