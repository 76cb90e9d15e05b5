/** One section of the controls, with its title. */
import type { ComponentChildren } from 'preact';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly about: string;
  readonly children: ComponentChildren;
}

export function Section({ id, title, about, children }: SectionProps) {
  return (
    <section class="card stack" aria-labelledby={`${id}-title`}>
      <div>
        <h3 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h3>
        <p class="muted">{about}</p>
      </div>
      {children}
    </section>
  );
}
