/** The report as a person reads it in a terminal: the verdict, what was not tested, each failure with its proof. */
import type { Report, ReportRule } from './report.ts';

export function text(report: Report): string {
  const sections = [heading(report), untested(report), ...report.rules.map(detail), tally(report)];

  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function heading({ verdict, target, summary, requests, durationMs, effort, seed }: Report): string {
  const effortLine = `${requests} requests in ${(durationMs / 1000).toFixed(1)} s, effort ${effort}, seed ${seed}`;

  return [`${verdict.toUpperCase()}  ${target}`, summary, effortLine].join('\n');
}

/** What no one may take for tested stands at the top. */
function untested({ rules }: Report): string {
  const reasons = new Map<string, string[]>();
  for (const { id, outcome, reason } of rules) {
    if (outcome !== 'skipped' && outcome !== 'blocked') continue;
    reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
  }
  if (reasons.size === 0) return '';
  const lines = [...reasons].flatMap(([reason, ids]) => [`  ${reason}:`, ...ids.map((id) => `    ${id}`)]);

  return ['Not tested', ...lines].join('\n');
}

function detail(rule: ReportRule): string {
  switch (rule.outcome) {
    case 'fail':
    case 'unstable':
      return proof(rule);
    case 'broken':
      return `BROKEN  ${rule.id}: ${rule.reason}\n  This is a fault of tollgate, not of the deployment. Please report it.`;
    case 'pass':
    case 'blocked':
    case 'skipped':
    case 'observed':
      return '';
  }
}

function proof({ id, outcome, level, section, title, reason, counterexample, replay }: ReportRule): string {
  const steps = (counterexample?.steps ?? []).flatMap(({ curl, response }) => [
    `    ${curl}`,
    `    → ${'none' in response ? `no answer: ${response.none} (${response.detail})` : `${response.status} ${response.body}`}`,
  ]);

  return [
    `${outcome.toUpperCase()}  ${id}  (${level}, section ${section})`,
    `  ${title}`,
    ...(outcome === 'unstable' ? [`  ${reason}`] : []),
    `  expected  ${counterexample?.expected}`,
    `  got       ${counterexample?.got}`,
    '  the smallest example:',
    ...steps,
    `  again:    ${replay}`,
  ].join('\n');
}

function tally({ counts, rules }: Report): string {
  const numbers = Object.entries(counts).filter(([, count]) => count > 0);

  return `${rules.length} rules: ${numbers.map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`;
}
