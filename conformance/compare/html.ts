/** A comparison as one HTML page that works offline, drawn as the reports are. */
import { page } from '../report/html/page.ts';
import { signOf } from '../report/html/rules.ts';
import { type Markup, markup } from '../report/markup.ts';
import { dayOf } from '../report/report-text.ts';
import type { Cell, Comparison, Row } from './compare-reports.ts';
import { describeReports, differingRows } from './describe.ts';

export function comparisonHtml(comparisons: readonly Comparison[]): string {
  const titles = comparisons.map(describeReports);

  return page({
    title: titles.join('; '),
    subtitle: 'comparison of reports',
    links: comparisons.map(({ subject }) => ({ anchor: subject, name: NAMES[subject] })),
    main: markup`${comparisons.map(section)}`,
    footer: markup`tollgate compared these reports and sent nothing. A rule that a report did not test is not a difference. Any choice is fine where the document is silent.`,
  });
}

const NAMES = { service: 'Services', client: 'Clients' } as const;

function section(comparison: Comparison): Markup {
  const { subject, columns, rules, choices } = comparison;
  const differing = differingRows(comparison);
  const same = [...rules, ...choices].filter(({ differs }) => !differs);
  const names = columns.map(({ name }) => name);

  return markup`<section aria-labelledby="${subject}">
<h2 id="${subject}">${describeReports(comparison)}</h2>
<div class="card scroll matrix"><table>
<thead><tr><th scope="col">report</th><th scope="col">target</th><th scope="col">verdict</th><th scope="col">day</th><th scope="col">effort</th></tr></thead>
<tbody>${columns.map(
    ({ name, target, verdict, startedAt, effort }) =>
      markup`<tr><th scope="row">${name}</th><td>${target}</td><td class="${TONES[verdict]}"><span class="badge">${verdict}</span></td><td>${dayOf(startedAt)}</td><td>${effort}</td></tr>`,
  )}</tbody>
</table></div>
<h3>What differs</h3>
${differing.length === 0 ? markup`<p>No rule and no choice differs.</p>` : matrix(differing, names)}
<details><summary>The same in all: ${same.length}</summary>
${matrix(same, names)}
</details>
</section>`;
}

const TONES = { conformant: 'passed', nonconformant: 'failed', inconclusive: 'unstable' } as const;

function matrix(rows: readonly Row[], names: readonly string[]): Markup {
  return markup`<div class="card scroll matrix"><table>
<thead><tr><th scope="col">rule or choice</th>${names.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ({ name, level, cells }) =>
      markup`<tr><th scope="row"><code>${name}</code> <small>${level === '' ? 'choice' : level}</small></th>${cells.map(cell)}</tr>`,
  )}</tbody>
</table></div>`;
}

function cell({ text, status }: Cell): Markup {
  if (text === '') return markup`<td class="muted">–</td>`;
  if (status === undefined) return markup`<td>${text}</td>`;

  return markup`<td class="${status}"><span class="mark" aria-hidden="true">${signOf(status)}</span> ${text}</td>`;
}
