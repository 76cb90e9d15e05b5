/** A table with a caption for screen readers and the heads of its columns. */
import type { ComponentChildren } from 'preact';

type Column = string | { readonly label: string; readonly class?: string; readonly isHidden?: boolean };

interface TableProps {
  readonly caption: string;
  /** For its style. */
  readonly class?: string;
  readonly columns: readonly Column[];
  /** Its rows. */
  readonly children: ComponentChildren;
}

export function Table({ caption, class: name = '', columns, children }: TableProps) {
  const heads = columns.map((column) => (typeof column === 'string' ? { label: column } : column));

  return (
    <table class={`table ${name}`}>
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {heads.map(({ label, class: width, isHidden = false }) => (
            <th key={label} scope="col" class={width}>
              {isHidden ? <span class="hidden">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
