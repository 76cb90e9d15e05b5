/** The elements that all tabs use: texts, badges, tables, facts, findings, sections, buttons, fields. */
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { visible, visibleLine } from '../../text/visible.ts';
import { citeSections } from '../../text/words.ts';
import { useStore } from './store.ts';

/** What a colour means: each has one meaning, and the page takes them from here alone. page.css has the colours. */
const TONES = {
  /** Accepted, or as it should be. */
  ...{ new: 'good', updated: 'good', priced: 'good', sold: 'good', passed: 'good', conformant: 'good' },
  ...{ live: 'good', expected: 'good' },
  /** Refused, failed or lost; also a must rule that an accepted call broke. */
  ...{ refused: 'bad', failed: 'bad', lost: 'bad', nonconformant: 'bad', got: 'bad' },
  /** Accepted, though not as it should be; or not clear. */
  ...{ hint: 'warn', 'should failed': 'warn', unstable: 'warn', inconclusive: 'warn' },
  /** Made so on purpose: an injected fault, a scenario, a changed choice or clock. */
  ...{ fault: 'fault', changed: 'fault' },
  /** None of these. */
  ...{ connecting: 'calm', 'not tested': 'calm', observed: 'calm', excused: 'calm', other: 'calm' },
} as const;

export type Word = keyof typeof TONES;

export function toneOf(word: Word): string {
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

/** A paragraph of one text. */
export function Line({ class: name, ...text }: TextProps & { readonly class?: string }) {
  return (
    <p class={name}>
      <Text {...text} />
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

export interface FindingProps {
  /** For its colour. */
  readonly word: Word;
  /** What its badge says; undefined for none. */
  readonly badge?: string;
  readonly rule?: string | undefined;
  /** Of the document. */
  readonly section?: string;
  /** Where the rule leads. */
  readonly href?: string;
  readonly title?: string;
  readonly pairs?: FactsProps['pairs'];
  readonly text?: string | undefined;
  readonly fix?: string | undefined;
  /** The calls that show it. */
  readonly steps?: readonly ComponentChildren[];
}

/** What was wrong: its rule, what was expected and got, how to fix it. */
function Finding({ word, badge, rule, section, href, title, pairs, text, fix, steps = [] }: FindingProps) {
  const code = rule !== undefined && <Code text={rule} />;

  return (
    <li id={badge && rule} tabIndex={-1} class={`card finding stack tight ${toneOf(word)}`}>
      <p class="bar">
        {badge !== undefined && <Badge word={word}>{badge}</Badge>}
        {href === undefined ? code : <a href={href}>{code}</a>}
        {section !== undefined && <small>{citeSections(section)}</small>}
      </p>
      {title !== undefined && <h4>{visibleLine(title)}</h4>}
      {pairs !== undefined && <Facts class="pair" pairs={pairs} />}
      {text !== undefined && <Line text={text} hasLines />}
      {fix !== undefined && (
        <p>
          <b>Fix:</b> <Text text={fix} />
        </p>
      )}
      {steps.length > 0 && (
        <ol class="steps">
          {steps.map((step, at) => (
            <li key={at}>{step}</li>
          ))}
        </ol>
      )}
    </li>
  );
}

interface FindingsProps {
  readonly title?: string;
  readonly list: readonly FindingProps[];
}

export function Findings({ title, list }: FindingsProps) {
  if (list.length === 0) return null;
  const items = (
    <ul class="stack">
      {list.map((finding, at) => (
        <Finding key={`${finding.rule} ${at}`} {...finding} />
      ))}
    </ul>
  );

  return title === undefined ? items : <Part title={title}>{items}</Part>;
}

interface PartProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part of a selected item. */
export function Part({ title, children }: PartProps) {
  return (
    <section class="stack tight">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

interface HeadProps {
  readonly title: ComponentChildren;
  readonly badges: ComponentChildren;
  readonly pairs: FactsProps['pairs'];
}

/** The head of a selected item. */
export function Head({ title, badges, pairs }: HeadProps) {
  return (
    <header class="stack">
      <h2>{title}</h2>
      <p class="bar">{badges}</p>
      <Facts pairs={pairs} />
    </header>
  );
}

/** The content of each cell by the class of its column. */
export type Cells = Readonly<Record<string, ComponentChildren>>;

interface TableProps {
  readonly caption: string;
  readonly class?: string;
  /** The headings by the classes of their columns; that of the buttons is hidden. */
  readonly columns: Readonly<Record<string, string>>;
  readonly rows: readonly (Cells & { readonly key: string })[];
}

export function Table({ caption, class: name = '', columns, rows }: TableProps) {
  const names = Object.keys(columns);

  return (
    <table class={`table ${name}`}>
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {names.map((column) => (
            <th key={column} scope="col" class={column}>
              <span class={column === 'actions' ? 'hidden' : undefined}>{columns[column]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            {names.map((column) => (
              <td key={column} class={column}>
                {row[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
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

interface EmptyProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** What stands in place of a tab or a list without content. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <section class="empty stack">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface FoldProps {
  readonly title: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Content that is shown on request. */
export function Fold({ title, class: name, children }: FoldProps) {
  return (
    <details class={name}>
      <summary>{title}</summary>
      {children}
    </details>
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
  /** Asked before it acts: what is destroyed, as a sentence. */
  readonly question?: string;
  readonly action: () => unknown;
}

export function Button({ label, of, class: name = 'button', isDisabled, isPressed, ...press }: ButtonProps) {
  const { question, action } = press;

  return (
    <button
      type="button"
      class={name}
      aria-label={of === undefined ? undefined : visibleLine(`${label} ${of}`)}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={() => (question === undefined || confirm(question)) && action()}
    >
      {label}
    </button>
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

export function bound(text: Signal<string>) {
  return {
    value: text.value,
    onInput({ currentTarget }: { readonly currentTarget: { readonly value: string } }) {
      text.value = currentTarget.value;
    },
  };
}

interface FormProps {
  readonly label: string;
  /** The name of its button. */
  readonly submit: string;
  /** @returns whether the field is emptied */
  readonly action: (text: string) => unknown;
  /** Attributes of the field. */
  readonly field: Readonly<Record<string, unknown>>;
}

/** One field with its button. */
export function Form({ label, submit, action, field }: FormProps) {
  const text = useSignal('');

  return (
    <form
      class="bar"
      onSubmit={async (event) => {
        event.preventDefault();
        if ((await action(text.value)) === true) text.value = '';
      }}
    >
      <label class="grow">
        <span class="label">{label}</span>
        <input class="field full" required spellcheck={false} {...field} {...bound(text)} />
      </label>
      <button class="button" type="submit">
        {submit}
      </button>
    </form>
  );
}
