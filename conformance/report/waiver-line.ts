/** The lines of a waiver file that accept what a report shows: an entry with the shapes of all failures that count. */
import type { Report, ReportRule } from './report.ts';
import { standingOf } from './standing.ts';

/** Days that such a waiver counts, unless its author writes another last one. */
const DAYS = 30;

export function waiverLines(rule: ReportRule, report: Report): readonly string[] {
  const standing = standingOf(rule, report);
  if (standing !== 'failed' && standing !== 'unsettled') return [];
  const { outcome, shape, otherFailures = [] } = rule;
  const until = new Date(Date.parse(report.startedAt) + DAYS * 86_400_000).toISOString().slice(0, 10);

  const counting = [{ outcome, shape, waived: undefined, known: undefined }, ...otherFailures].filter(
    ({ waived, known }) => waived === undefined && known === undefined,
  );

  return (['fail', 'unstable'] as const).flatMap((kind) => {
    const shapes = counting.flatMap((one) =>
      one.outcome === kind && one.shape !== undefined ? [JSON.stringify(one.shape)] : [],
    );
    if (shapes.length === 0) return [];
    const shape = shapes.length === 1 ? shapes[0] : `[${shapes.join(', ')}]`;
    const often = kind === 'unstable' ? ', fails: sometimes' : '';

    return [
      `- { rule: ${rule.id}, shape: ${shape}, reason: "say why, and who mends it", until: ${until}${often} }`,
    ];
  });
}

/** Of a further failure of a rule, whether it was agreed not to count. */
export function sayAgreed({ waived, known }: Pick<ReportRule, 'waived' | 'known'>): string {
  return waived !== undefined ? ' (waived)' : known !== undefined ? ' (known)' : '';
}
