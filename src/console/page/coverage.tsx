/** What the calls so far exercised of the contract, each part with its number of calls, and what no call touched. */
import { Facts, Line } from './elements.tsx';
import type { CallsByName, Side } from './report.ts';

export function Coverage({ coverage }: { readonly coverage: NonNullable<Side['coverage']> }) {
  const { operations, fields, places, merchants, choices } = coverage;
  const { calculateFee, attachSale } = operations;
  const groups: readonly (readonly [title: string, calls: CallsByName])[] = [
    ['Operations', { 'fee calls': calculateFee, sales: attachSale }],
    ['Fields of fee calls', fields.calculateFee],
    ['Fields of sales', fields.attachSale],
    ['Places', places],
    ['Merchants', merchants],
    ['Choices', choices],
  ];
  const all = groups.flatMap(([, calls]) => Object.values(calls));

  return (
    <details class="card">
      <summary>
        Coverage ({all.filter(Boolean).length} of {all.length} parts of the contract)
      </summary>
      <div class="stack">
        {groups.map(([title, calls]) => {
          const parts = Object.entries(calls);
          const untouched = parts.flatMap(([name, number]) => (number === 0 ? [name] : []));

          return (
            parts.length > 0 && (
              <section class="stack tight" key={title}>
                <h4>{title}</h4>
                <Facts
                  pairs={parts.map(([name, number]) => [name, number === 0 ? undefined : String(number)])}
                />
                {untouched.length > 0 && <Line class="muted" text={`In no call: ${untouched.join(', ')}.`} />}
              </section>
            )
          );
        })}
      </div>
    </details>
  );
}
