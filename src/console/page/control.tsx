/** A section of the controls: reads its route, shows what it has, and acts on it. */
import type { ComponentChildren } from 'preact';
import { capitalize } from '../../text/words.ts';
import { type Live, useLive } from './data.ts';
import { Problem, useTarget } from './elements.tsx';
import { useStore } from './store.ts';

interface ControlProps<Reply> {
  /** The name of its route, and the part of the address that leads to it. */
  readonly id: string;
  /** What it is for, in a sentence. */
  readonly about: string;
  readonly children: (reply: Reply, act: Live<Reply>['act']) => ComponentChildren;
}

export function Control<Reply>({ id, about, children }: ControlProps<Reply>) {
  const { route } = useStore();
  const { data, problem, act } = useLive<Reply>(`/${id}`);
  const isNamed = route.value.item === id;
  useTarget(isNamed ? id : undefined, data !== undefined);
  const actHere: typeof act = async (...action) => {
    const isDone = await act(...action);
    requestAnimationFrame(() => {
      // The button that had the focus is gone.
      if (document.activeElement === document.body) document.getElementById(id)?.focus();
    });

    return isDone;
  };

  return (
    <section class="card stack" aria-labelledby={id}>
      <div class="stack tight">
        <h3 id={id} tabIndex={-1}>
          {capitalize(id)}
        </h3>
        <p class="muted">{about}</p>
      </div>
      <Problem text={problem} />
      {data !== undefined && children(data, actHere)}
    </section>
  );
}
