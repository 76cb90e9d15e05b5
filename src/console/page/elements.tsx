/** The elements that all tabs use: texts, badges, tables, facts, sections, buttons, fields. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { visible, visibleLine } from '../../text/visible.ts';
import { useStore } from './store.ts';

/** What a colour means: each has one meaning, and the page takes them from here alone. page.css has the colours. */
const WORDS = {
  /** Accepted, or as it should be. */
  good: ['new', 'updated', 'priced', 'sold', 'passed', 'conformant', 'live', 'expected'],
  /** Refused, failed or lost. */
  bad: ['refused', 'failed', 'lost', 'nonconformant', 'got'],
  /** Accepted, though not as it should be; or not clear. */
  warn: ['hint', 'should failed', 'unclear', 'unstable', 'inconclusive'],
  /** Made so on purpose: an injected fault, a scenario, a changed choice or clock. */
  fault: ['fault', 'changed'],
  /** None of these. */
  calm: ['connecting', 'not tested', 'observed', 'excused'],
} as const;

type BadgeTone = keyof typeof WORDS;
export type Word = (typeof WORDS)[BadgeTone][number];

const TONES = Object.fromEntries(
  Object.entries(WORDS).flatMap(([tone, words]) => words.map((word) => [word, tone])),
) as Readonly<Record<Word, BadgeTone>>;

export function toneOf(word: Word): BadgeTone {
  return TONES[word];
}

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

/** Of an amount or a fee in a column, in characters. */
const LONGEST_MONEY = 10;

/** An amount or a fee in a column: a longer one is cut, with all of it as its title. */
export function Money({ text = '' }: { readonly text: string | undefined }) {
  const isCut = text.length > LONGEST_MONEY;

  return (
    <span title={isCut ? visibleLine(text) : undefined}>
      <Text text={isCut ? `${text.slice(0, LONGEST_MONEY - 2)}…` : text} />
    </span>
  );
}

interface BadgeProps {
  readonly word: Word;
  /** What it says; by default its word. */
  readonly children?: ComponentChildren;
  readonly title?: string;
}

export function Badge({ word, children = word, title }: BadgeProps) {
  return (
    <span class={`badge ${toneOf(word)} ${word}`} title={title}>
      {children}
    </span>
  );
}

interface LineProps extends TextProps {
  readonly class?: string;
}

/** A paragraph of one text. */
export function Line({ class: name, ...text }: LineProps) {
  return (
    <p class={name}>
      <Text {...text} />
    </p>
  );
}

export function Fix({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p>
      <b>Fix:</b> <Text text={text} />
    </p>
  );
}

interface FactsProps {
  /** Without those whose value is undefined. */
  readonly pairs: readonly (readonly [name: string, value: string | undefined, word?: Word])[];
  /** Beside each other by default. */
  readonly class?: 'facts bar' | 'pair' | 'pair mono';
}

export function Facts({ pairs, class: name = 'facts bar' }: FactsProps) {
  return (
    <dl class={name}>
      {pairs.map(
        ([label, value, word]) =>
          value !== undefined && (
            <div key={label} class={word && toneOf(word)}>
              <dt class={word && 'tone'}>{label}</dt>
              <dd class={/^[ms]TxId$/.test(label) ? 'mono' : undefined}>
                <Text text={value} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface TableProps {
  readonly caption: string;
  /** For its style. */
  readonly class?: string;
  /** With the class of its cells; that of a button or of no heading is hidden. */
  readonly columns: readonly (string | readonly [label: string, cells: 'number' | 'wide-only' | 'hidden'])[];
  /** Its rows. */
  readonly children: ComponentChildren;
}

export function Table({ caption, class: name = '', columns, children }: TableProps) {
  return (
    <table class={`table ${name}`}>
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => {
            const [label, cells] = typeof column === 'string' ? [column] : column;

            return (
              <th key={label} scope="col" class={cells === 'hidden' ? undefined : cells}>
                {cells === 'hidden' ? <span class="hidden">{label}</span> : label}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** Why something was refused, or cannot be read. */
export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="problem tone bad" role="alert">
      <Text text={text.replace(/ ?Correct it and send the request again\.$/, '')} hasLines />
    </p>
  );
}

interface SectionProps {
  /** The part of the address that leads to it. */
  readonly id: string;
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly about?: string;
  readonly problem?: string | undefined;
  readonly children: ComponentChildren;
}

export function Section({ id, title, about, problem, children }: SectionProps) {
  return (
    <section class="card stack" aria-labelledby={id}>
      <div class="stack tight">
        <h3 id={id} tabIndex={-1}>
          {title}
        </h3>
        {about !== undefined && <p class="muted">{about}</p>}
      </div>
      <Problem text={problem} />
      {children}
    </section>
  );
}

/**
 * Brings the element that the address names into view and to the keyboard, also where it is folded.
 *
 * @param id undefined for none
 * @param isThere whether the page has what the element is a part of
 */
export function useTarget(id: string | undefined, isThere: boolean): void {
  useEffect(() => {
    const target = id === undefined ? null : document.getElementById(id);
    if (!isThere || target === null) return;
    let fold = target.closest('details');
    for (; fold !== null; fold = fold.parentElement?.closest('details') ?? null) fold.open = true;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  }, [id, isThere]);
}

interface ButtonProps {
  /** Also its name for screen readers, with `of`. */
  readonly label: string;
  /** What it is for, where the label does not say it. */
  readonly of?: string;
  readonly class?: string;
  readonly isDisabled?: boolean;
  readonly isPressed?: boolean;
  readonly action: () => unknown;
}

export function Button({ label, of, class: name = 'button', isDisabled, isPressed, action }: ButtonProps) {
  return (
    <button
      type="button"
      class={name}
      aria-label={of === undefined ? undefined : visibleLine(`${label} ${of}`)}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={action}
    >
      {label}
    </button>
  );
}

interface ChipsProps<Id> {
  readonly legend: string;
  readonly chips: readonly (readonly [id: Id, label: string])[];
  readonly chosen: Signal<Id>;
}

/** Buttons, one of which is pressed. */
export function Chips<Id extends string>({ legend, chips, chosen }: ChipsProps<Id>) {
  return (
    <fieldset class="chips bar">
      <legend class="hidden">{legend}</legend>
      {chips.map(([id, label]) => (
        <Button
          key={id}
          class="chip"
          label={label}
          isPressed={chosen.value === id}
          action={() => {
            chosen.value = id;
          }}
        />
      ))}
    </fieldset>
  );
}

interface CopyButtonProps {
  readonly label: string;
  /** What is copied, for the message. */
  readonly what: string;
  readonly text: string;
}

export function CopyButton({ label, what, text }: CopyButtonProps) {
  const { say } = useStore();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied ${what}`);
    } catch {
      // A page over plain http has no clipboard, but for localhost.
      say('This browser lets the page copy only over https or from localhost');
    }
  };

  return <Button label={label} action={copy} />;
}

/** A button that asks before it acts. @param question what is destroyed, as a sentence */
export function ConfirmButton({ question, action, ...button }: ButtonProps & { readonly question: string }) {
  return <Button {...button} action={() => confirm(question) && action()} />;
}

export function bound(text: Signal<string>) {
  return {
    value: text.value,
    onInput({ currentTarget }: { readonly currentTarget: { readonly value: string } }) {
      text.value = currentTarget.value;
    },
  };
}
