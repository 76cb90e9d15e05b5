/** The open exchange in full: what was wrong, the fee, request and response, commands that send it again. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Violation } from '../../../contract/types.ts';
import type { JournalEntry } from '../../../exchange/journal/entry.ts';
import { createStoryteller, dollars, type Story } from '../../../exchange/journal/story.ts';
import { reasonOf, useLoaded } from '../data.ts';
import { Code, CopyButton, Text } from '../elements.tsx';
import { hrefOf, useStore } from '../store.ts';
import { commandsFor } from './commands.ts';
import { OUTCOMES, statusTone } from './filter.ts';
import { MessageView } from './message-view.tsx';
import { ExplainedFee } from './waterfall.tsx';

interface DetailProps {
  readonly requestId: string;
  readonly close: () => void;
}

export function Detail({ requestId, close }: DetailProps) {
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
      <button type="button" class="button close" onClick={close}>
        <span class="wide">Close</span>
        <span class="narrow">Back to the list</span>
      </button>
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
  readonly story: ReturnType<ReturnType<typeof createStoryteller>>;
}

function Shown({ entry, story }: ShownProps) {
  const {
    time,
    milliseconds,
    status,
    method = '(no HTTP)',
    path = '',
    query,
    world,
    merchant,
    fault,
  } = entry;
  const outcome = OUTCOMES[story.did];
  const { mTxId, sTxId, received } = story;
  const choices = Object.entries(entry.choices).map(([name, option]) => `${name}=${option}`);
  const chosen = choices.length === 0 ? undefined : choices.join(', ');

  return (
    <>
      <header class="about stack tight">
        <h2>
          <span class={`tone ${received === undefined ? statusTone(status) : 'bad'}`}>{status}</span>{' '}
          <Text text={method} /> <Text text={`${path}${query === undefined ? '' : `?${query}`}`} />
        </h2>
        <p class="bar">
          {outcome !== undefined && <span class={`badge ${outcome.tone}`}>{outcome.label}</span>}
          {received !== undefined && <span class="badge bad">the client received {received}</span>}
          {fault !== undefined && (
            <span class="badge warn">
              fault: <Text text={fault} />
            </span>
          )}
          {Object.entries({ mTxId, sTxId }).map(
            ([name, id]) =>
              id !== undefined && (
                <span key={name}>
                  <span class="muted">{name} </span>
                  <span class="mono">
                    <Text text={id} />
                  </span>
                </span>
              ),
          )}
        </p>
        <p class="muted">
          <time dateTime={time}>{time.replace('T', ' ').replace('Z', '')}</time> · {milliseconds.toFixed(1)}{' '}
          ms
          {Object.entries({ merchant, world, chosen }).map(
            ([name, value]) =>
              value !== undefined && (
                <span key={name}>
                  {` · ${name} `}
                  <Text text={value} />
                </span>
              ),
          )}
        </p>
      </header>
      <Violations entry={entry} />
      <NearMiss entry={entry} />
      <Hints entry={entry} />
      <FeeOf entry={entry} story={story} />
      <MessageView entry={entry} />
      <CopyAs entry={entry} />
    </>
  );
}

function Violations({ entry }: { readonly entry: JournalEntry }) {
  const { violations, overlooked, reason, reasonCode } = entry;

  return (
    <>
      {violations.length > 0 && <ViolationList title="Violations" tone="bad" list={violations} />}
      {violations.length === 0 && (reason ?? reasonCode) !== undefined && (
        <section class="stack tight">
          <h3>Refused</h3>
          <p>
            <Text text={reason ?? reasonCode ?? ''} hasLines />
          </p>
        </section>
      )}
      {overlooked.length > 0 && <ViolationList title="Accepted nevertheless" tone="warn" list={overlooked} />}
    </>
  );
}

/** The hints of the client rules. */
function Hints({ entry: { hints, violations } }: { readonly entry: JournalEntry }) {
  if (hints.length === 0) return null;

  return (
    <section class="stack tight">
      <h3>{violations.length === 0 ? 'Hints' : 'The same in the verdict on the client'}</h3>
      <ul class="stack tight">
        {hints.map(({ rule, message }) => (
          <li class="finding warn" key={`${rule} ${message}`}>
            <Code text={rule} />
            <p>
              <Text text={message} hasLines />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ViolationListProps {
  readonly title: string;
  readonly tone: 'bad' | 'warn';
  readonly list: readonly Violation[];
}

function ViolationList({ title, tone, list }: ViolationListProps) {
  return (
    <section class="stack tight">
      <h3>{title}</h3>
      <ul class="stack tight">
        {list.map(({ rule, section, pointer, expected, got }) => (
          <li class={`finding ${tone}`} key={`${rule} ${pointer} ${expected} ${got}`}>
            {rule !== undefined && (
              <code>
                <Text text={rule} />{' '}
              </code>
            )}
            <small>section {section}</small>
            <dl class="pair">
              <dt>Where</dt>
              <dd class="mono">
                <Text text={pointer === '' ? 'the body' : pointer} />
              </dd>
              <dt class="tone good">Expected</dt>
              <dd>
                <Text text={expected} />
              </dd>
              <dt class="tone bad">Got</dt>
              <dd>
                <Text text={got} />
              </dd>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As `GET /_tollgate/near-misses/REQUESTID` has it. */
type Edit =
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
    () => (isRefused ? own.get<{ readonly edit?: Edit }>(path) : undefined),
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

  return (
    <section class="stack tight">
      <h3>One edit makes it valid</h3>
      <div class="mend bar">
        <p>
          <Words edit={value.edit} />
        </p>
        {isWhole ? (
          <button type="button" class="button main" onClick={send} disabled={isSending.value}>
            Send with this edit
          </button>
        ) : (
          <small>The mock does not have the whole body, so it cannot send it again.</small>
        )}
      </div>
      {isWhole && (
        <small>
          The console sends it, with a token of the merchant and <code>Tollgate-Deliberate: *</code>: no
          client rule judges it.
        </small>
      )}
    </section>
  );
}

function Words({ edit }: { readonly edit: Edit }) {
  const code = (text: string) => <Code text={text} />;
  if ('op' in edit) {
    if (edit.op === 'remove') return <>Remove {code(edit.path)}</>;
    const verb = edit.op === 'add' ? 'Add' : 'Replace';

    return (
      <>
        {verb} {code(edit.path)} {edit.op === 'add' ? 'as' : 'with'} {code(JSON.stringify(edit.value))}
      </>
    );
  }
  if ('header' in edit) return <>Send the header {code(`${edit.header}: ${edit.value}`)}</>;
  if ('method' in edit) return <>Use the method {code(edit.method)}</>;

  return <>Send it to {code(edit.path)}</>;
}

interface FeeOfProps {
  readonly entry: JournalEntry;
  readonly story: Story;
}

function FeeOf({ entry, story }: FeeOfProps) {
  const { api, server } = useStore();
  if (story.fee === undefined) return null;
  const isExplained = server.value?.has('/journal/:requestId/fee') === true;
  const path = `/journal/${encodeURIComponent(entry.requestId)}/fee`;

  return (
    <section class="stack tight">
      <h3>Fee {dollars(story.fee)}</h3>
      {isExplained && <ExplainedFee api={api.inWorld(entry.world)} path={path} />}
    </section>
  );
}

function CopyAs({ entry }: { readonly entry: JournalEntry }) {
  const { api } = useStore();
  if (entry.method === undefined) return null;

  return (
    <section class="stack tight">
      <h3>Send it again</h3>
      <p class="bar">
        {commandsFor(entry, api.base).map(({ label, text }) => (
          <CopyButton
            key={label}
            label={`Copy as ${label}`}
            what={`the ${label} command`}
            text={() => text}
          />
        ))}
      </p>
      <p class="muted">
        Set <code>TOLLGATE_TOKEN</code> first. Card numbers and secrets stay masked
        {entry.request.bodyLength === undefined ? '.' : ', and the body is only the beginning.'}
      </p>
    </section>
  );
}
