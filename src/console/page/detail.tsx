/** The open exchange in full: what was wrong and its fix, the fee, request and response, the command that sends it again. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Violation } from '../../contract/types.ts';
import type { JournalEntry } from '../../exchange/journal/entry.ts';
import { createStoryteller, dollars, type Story } from '../../exchange/journal/story.ts';
import { visible } from '../../text/visible.ts';
import { toCurl } from './curl.ts';
import { reasonOf, useFixes, useLoaded } from './data.ts';
import { Badge, Button, Code, CopyButton, Facts, Fix, Line, Text, toneOf } from './elements.tsx';
import { ExplainedFee } from './fee.tsx';
import { receivedOf } from './rows.ts';
import { hrefOf, useStore } from './store.ts';

export function Detail({ requestId, close }: { readonly requestId: string; readonly close: () => void }) {
  const { api, feed } = useStore();
  const listed = feed.exchanges.value.find((entry) => entry.requestId === requestId);
  const isListed = listed !== undefined;
  // A link may lead to an exchange that the list no longer has.
  const loaded = useLoaded(
    () => (isListed ? undefined : api.get<JournalEntry>(`/journal/${encodeURIComponent(requestId)}`)),
    [requestId, isListed],
  );
  // An open exchange stays, also where list and journal have dropped it.
  const kept = useRef<JournalEntry | undefined>(undefined);
  kept.current = listed ?? kept.current ?? loaded.value;
  const entry = kept.current;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the list is hidden.
    const list = document.querySelector<HTMLElement>('.listed');
    if (list?.offsetParent === null) place.current?.focus();
  }, []);

  return (
    <section
      class="detail"
      id="detail"
      ref={place}
      tabIndex={-1}
      aria-label="Exchange"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <Button class="button close" label="Close" action={close} />
      {entry === undefined ? (
        <p class="muted">{loaded.error === undefined ? 'Loading…' : GONE}</p>
      ) : (
        <Shown entry={entry} story={isListed ? feed.storyOf(entry) : createStoryteller()(entry)} />
      )}
    </section>
  );
}

const GONE =
  'The journal does not have this exchange any more. It keeps the last ones (tollgate mock --journal N keeps more), and a reset or a restart empties it.';

interface ShownProps {
  readonly entry: JournalEntry;
  readonly story: Story;
}

function Shown({ entry, story }: ShownProps) {
  const { violations, overlooked, reason, reasonCode } = entry;
  const refusal = violations.length === 0 ? (reason ?? reasonCode) : undefined;

  return (
    <>
      <Head entry={entry} story={story} />
      <Violations title="Violations" word="refused" list={violations} />
      {refusal !== undefined && (
        <Part title="Refused">
          <Line text={refusal} hasLines />
        </Part>
      )}
      <Violations title="Accepted nevertheless" word="hint" list={overlooked} />
      <NearMiss entry={entry} />
      <Hints entry={entry} />
      <Fee entry={entry} story={story} />
      <Part title="Request and response">
        <Message title="Request" content={entry.request} />
        <Message title="Response" content={entry.answer} />
      </Part>
      <CopyAs entry={entry} />
    </>
  );
}

interface PartProps {
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
}

function Part({ title, children }: PartProps) {
  return (
    <section class="stack tight">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Head({ entry, story }: ShownProps) {
  const { time, milliseconds, status, method = '(no HTTP)', fault, world, merchant } = entry;
  const { did, mTxId, sTxId, received } = story;
  const choices = Object.entries(entry.choices).map(([name, option]) => `${name}=${option}`);

  return (
    <header class="stack">
      <h2>
        <span class={`tone ${toneOf(receivedOf(entry, story)[1])}`}>{status}</span> <Text text={method} />{' '}
        <Text text={targetOf(entry)} />
      </h2>
      <p class="bar">
        {did !== 'other' && <Badge word={did} />}
        {received !== undefined && (
          <Badge word={fault === undefined ? 'lost' : 'fault'}>the client received {received}</Badge>
        )}
        {fault !== undefined && (
          <Badge word="fault">
            fault: <Text text={fault} />
          </Badge>
        )}
      </p>
      <Facts
        pairs={[
          ...([
            ['mTxId', mTxId],
            ['sTxId', sTxId],
            ['Merchant', merchant],
            ['World', world],
          ] as const),
          ['Time', time.replace('T', ' ').replace('Z', ' UTC')],
          ['Duration', `${milliseconds.toFixed(1)} ms`],
          ['Choices', choices.length === 0 ? undefined : choices.join(', ')],
        ]}
      />
    </header>
  );
}

function targetOf({ path = '', query }: JournalEntry): string {
  return query === undefined ? path : `${path}?${query}`;
}

interface ViolationsProps {
  readonly title: string;
  readonly word: 'refused' | 'hint';
  readonly list: readonly Violation[];
}

function Violations({ title, word, list }: ViolationsProps) {
  if (list.length === 0) return null;

  return (
    <Part title={title}>
      <ul class="stack tight">
        {list.map(({ rule, section, pointer, expected, got }) => (
          <li class={`card finding ${toneOf(word)}`} key={`${rule} ${pointer} ${expected} ${got}`}>
            {rule !== undefined && <Code text={rule} />} <small>section {section}</small>
            <Facts
              class="pair"
              pairs={[
                ['Where', pointer === '' ? 'the body' : pointer],
                ['Expected', expected, 'expected'],
                ['Got', got, 'got'],
              ]}
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The hints of the rules, each with its fix. */
function Hints({ entry: { hints, violations } }: { readonly entry: JournalEntry }) {
  const { server } = useStore();
  const fixes = useFixes(hints.length > 0);
  if (hints.length === 0) return null;

  return (
    <Part title={violations.length === 0 ? 'Hints' : 'The same in the verdict on the client'}>
      <ul class="stack tight">
        {hints.map(({ rule, message }) => (
          <li class={`card finding ${toneOf('hint')}`} key={`${rule} ${message}`}>
            {server.value?.has('/verdict') === true ? (
              <a href={hrefOf('verdict', rule)}>
                <Code text={rule} />
              </a>
            ) : (
              <Code text={rule} />
            )}
            <Line text={message} hasLines />
            <Fix text={fixes[rule]} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** As `GET /_tollgate/near-misses/REQUESTID` has it. */
type NearMissEdit =
  | { readonly op: 'add' | 'replace' | 'remove'; readonly path: string; readonly value?: unknown }
  | { readonly header: string; readonly value: string }
  | { readonly method: string }
  | { readonly path: string };

function NearMiss({ entry }: { readonly entry: JournalEntry }) {
  const { api, server, say } = useStore();
  const isSending = useSignal(false);
  const own = api.inWorld(entry.world);
  const path = `/near-misses/${encodeURIComponent(entry.requestId)}`;
  const isRefused = entry.reasonCode !== undefined && server.value?.has('/near-misses/:requestId') === true;
  const { value } = useLoaded(
    () => (isRefused ? own.get<{ readonly edit?: NearMissEdit }>(path) : undefined),
    [path, isRefused],
  );
  if (value?.edit === undefined) return null;
  const { body, text, bodyLength } = entry.request;
  // The mock reads no body at an unknown path, and keeps only the beginning of a long one.
  const isWhole = (body ?? text) !== undefined && bodyLength === undefined;
  const send = async () => {
    isSending.value = true;
    try {
      const { requestId, status } = await own.send<{ requestId: string; status: number }>('POST', path);
      say(`Sent the edited request: status ${status}`);
      location.hash = hrefOf('exchanges', requestId);
    } catch (error) {
      say(reasonOf(error));
    }
    isSending.value = false;
  };
  const [verb, what, link, given] = wordsOfEdit(value.edit);

  return (
    <Part title="One edit makes it valid">
      <div class="card mend bar good">
        <p>
          {verb} <Code text={what} /> {link} {given !== undefined && <Code text={given} />}
        </p>
        {isWhole && (
          <Button
            class="button main"
            label="Send with this edit"
            isDisabled={isSending.value}
            action={send}
          />
        )}
      </div>
      <small>
        {isWhole ? (
          <>
            The console sends it, with a token of the merchant and <code>Tollgate-Deliberate: *</code>: no
            client rule judges it.
          </>
        ) : (
          'The mock does not have the whole body, so it cannot send it again.'
        )}
      </small>
    </Part>
  );
}

/** A verb and what it acts on, then a word and a value. */
function wordsOfEdit(edit: NearMissEdit): readonly [string, string, string?, string?] {
  if ('header' in edit) return ['Send the header', `${edit.header}: ${edit.value}`];
  if ('method' in edit) return ['Use the method', edit.method];
  if (!('op' in edit)) return ['Send it to', edit.path];
  if (edit.op === 'remove') return ['Remove', edit.path];
  const value = JSON.stringify(edit.value);

  return edit.op === 'add' ? ['Add', edit.path, 'as', value] : ['Replace', edit.path, 'with', value];
}

function Fee({ entry, story }: ShownProps) {
  const { api, server } = useStore();
  if (story.fee === undefined) return null;
  const isExplained = server.value?.has('/journal/:requestId/fee') === true;
  const path = `/journal/${encodeURIComponent(entry.requestId)}/fee`;

  return (
    <Part title={`Fee ${dollars(story.fee)}`}>
      {isExplained && <ExplainedFee api={api.inWorld(entry.world)} path={path} />}
    </Part>
  );
}

interface MessageProps {
  readonly title: string;
  readonly content: JournalEntry['request'];
}

function Message({ title, content: { headers, body, text, bodyLength } }: MessageProps) {
  const pairs = Object.entries(headers);

  return (
    <div class="sunken stack tight">
      <h4>{title}</h4>
      {body !== undefined && <Json value={body} />}
      {body === undefined && text !== undefined && (
        <pre>
          <Text text={text} hasLines />
        </pre>
      )}
      {body === undefined && text === undefined && <p class="muted">No body</p>}
      {bodyLength !== undefined && <p class="muted">The journal has the beginning of {bodyLength} bytes.</p>}
      <details>
        <summary>{pairs.length} headers</summary>
        <Facts class="pair mono" pairs={pairs} />
      </details>
    </div>
  );
}

/** In characters: a larger value is one piece of text, which browsers draw faster. */
const MOST_MARKED = 20_000;

function Json({ value }: { readonly value: unknown }) {
  const text = visible(JSON.stringify(value, undefined, 2));
  // Every second part is the name of a member.
  const parts = text.length > MOST_MARKED ? [text] : text.split(/^(\s*"(?:[^"\\]|\\.)*")(?=:)/m);

  return <pre>{parts.map((part, at) => (at % 2 === 1 ? <b key={at}>{part}</b> : part))}</pre>;
}

function CopyAs({ entry }: { readonly entry: JournalEntry }) {
  const { api } = useStore();
  if (entry.method === undefined) return null;

  return (
    <Part title="Send it again">
      <p class="bar">
        <CopyButton label="Copy as curl" what="the curl command" text={toCurl(entry, api.base)} />
      </p>
      <p class="muted">
        Set <code>TOLLGATE_TOKEN</code> first. Card numbers and secrets stay masked
        {entry.request.bodyLength === undefined ? '.' : ', and the body is only the beginning.'}
      </p>
    </Part>
  );
}
