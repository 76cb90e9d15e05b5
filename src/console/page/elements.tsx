/** The elements that all tabs use: texts, tables, facts, sections, buttons. */
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { visible, visibleLine } from '../../text/visible.ts';
import { useStore } from './store.ts';

interface TextProps {
  readonly text: string;
  /** Whether line breaks and tabs stay; by default they are escaped, too. */
  readonly hasLines?: boolean;
}

export function Text({ text, hasLines = false }: TextProps) {
  return <bdi>{hasLines ? visible(text) : visibleLine(text)}</bdi>;
}

export function Code({ text }: { readonly text: string }) {
  return (
    <code>
      <Text text={text} />
    </code>
  );
}

interface FactsProps {
  readonly pairs: readonly (readonly [name: string, value: string | undefined])[];
}

export function Facts({ pairs }: FactsProps) {
  return (
    <dl class="facts bar">
      {pairs.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd class={name.endsWith('Id') ? 'mono' : undefined}>
                <Text text={value} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

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

export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="problem bad tone" role="alert">
      <Text text={text.replace(/ ?Correct it and send the request again\.$/, '')} hasLines />
    </p>
  );
}

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

interface CopyButtonProps {
  readonly label: string;
  /** What is copied, for the message. */
  readonly what: string;
  readonly text: () => string;
}

export function CopyButton({ label, what, text }: CopyButtonProps) {
  const { say } = useStore();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      say(`Copied ${what}`);
    } catch {
      // A page over plain http has no clipboard, but for localhost.
      say('This browser lets the page copy only over https or from localhost');
    }
  };

  return (
    <button type="button" class="button" onClick={copy}>
      {label}
    </button>
  );
}

interface ConfirmButtonProps {
  readonly label: string;
  /** What the button is for, for screen readers, where the label does not say it. */
  readonly of?: string;
  /** What is destroyed, as a sentence. */
  readonly question: string;
  readonly action: () => unknown;
}

export function ConfirmButton({ label, of, question, action }: ConfirmButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = () => dialog.current?.close();

  return (
    <>
      <button
        class="button danger"
        type="button"
        aria-label={of === undefined ? undefined : visibleLine(`${label} ${of}…`)}
        onClick={() => dialog.current?.showModal()}
      >
        {label}…
      </button>
      <dialog ref={dialog} aria-labelledby={id}>
        <div class="stack">
          <p id={id}>{question}</p>
          <div class="bar">
            <button
              class="button danger"
              type="button"
              onClick={() => {
                close();
                action();
              }}
            >
              {label}
            </button>
            <button class="button" type="button" autofocus onClick={close}>
              Cancel
            </button>
          </div>
        </div>
      </dialog>
    </>
  );
}

export function bound(text: Signal<string>) {
  return {
    value: text.value,
    onInput({ currentTarget }: { readonly currentTarget: { readonly value: string } }) {
      text.value = currentTarget.value;
    },
  };
}

interface World {
  readonly name: string;
}

/** In milliseconds. */
const PAUSE = 2_000;
const MOST_LINKED = 8;

export function OtherWorlds() {
  const { api, server } = useStore();
  const worlds = useSignal<readonly World[]>([]);
  const isHome = server.value?.has('/worlds') === true && server.value.world === undefined;
  useEffect(() => {
    if (!isHome) return;
    const load = async () => {
      if (!document.hidden) worlds.value = (await api.get<{ readonly worlds: World[] }>('/worlds')).worlds;
    };
    const tryToLoad = () => void load().catch(() => {});
    tryToLoad();
    const timer = setInterval(tryToLoad, PAUSE);

    return () => clearInterval(timer);
  }, [api, isHome]);
  if (worlds.value.length === 0) return null;

  return (
    <p>
      Worlds are shown apart:{' '}
      {worlds.value.slice(-MOST_LINKED).map(({ name }) => (
        <span key={name}>
          <a href={new URL(`w/${name}/`, api.base).href}>
            <Text text={name} />
          </a>{' '}
        </span>
      ))}
      {worlds.value.length > MOST_LINKED && <a href="#/controls">and others</a>}
    </p>
  );
}
