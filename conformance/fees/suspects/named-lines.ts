/** The lines of a quote in the words of a report. */
import type { Line } from '../../../src/engine/index.ts';
import { dollars } from '../figures.ts';

/** Such as ``the fixed part of 0.30 (line `fixed`)``. */
export function nameLines(lines: readonly Line[]): string {
  const kinds = new Set(lines.map(({ label }) => (/fixed$/.test(label) ? 'fixed part' : 'share')));
  const kind = kinds.size === 1 ? [...kinds].join() : 'part';
  const plural = lines.length > 1 ? 's' : '';
  const amounts = lines.map(({ amount }) => dollars(amount)).join(' and ');
  const labels = lines.map(({ label }) => `\`${label}\``).join(', ');

  return `the ${kind}${plural} of ${amounts} (line${plural} ${labels})`;
}
