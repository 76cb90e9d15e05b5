/** One exchange in full: what was wrong and its fix, the fee, request and response, the command that sends it again. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Violation } from '../../contract/types.ts';
import type { JournalEntry } from '../../exchange/journal/entry.ts';
import { createStoryteller, dollars } from '../../exchange/journal/story.ts';
import { visible, visibleLine } from '../../text/visible.ts';
import { toCurl } from './curl.ts';
import { reasonOf, useFixes, useLoaded } from './data.ts';
import {
  Badge,
  Button,
  CopyButton,
  Facts,
  type FindingProps,
  Findings,
  Fold,
  Head,
  Line,
  Part,
  Text,
  toneOf,
} from './elements.tsx';
import { ExplainedFee } from './fee.tsx';
import type { ShownExchange } from './feed.ts';
import { isMust, receivedOf } from './rows.ts';
import { hrefOf, useStore } from './store.ts';

export function Detail({ requestId }: { readonly requestId: string }) {
  const { feed } = useStore();
  const listed = feed.exchanges.value.find((entry) => entry.requestId === requestId);
  // A link may lead to an exchange that the list no longer has.
  const path = listed === undefined ? `/journal/${encodeURIComponent(requestId)}` : undefined;
  const { value, error } = useLoaded<JournalEntry>(path);
  // An open exchange stays, also where list and journal have dropped it.
  const kept = useRef<ShownExchange | undefined>(undefined);
  const loaded = value && { ...value, story: createStoryteller()(value), text: '' };
  kept.current = listed ?? kept.current ?? loaded;

  return kept.current === undefined ? (
    <p class="muted">{error === undefined ? 'Loading…' : GONE}</p>
  ) : (
    <Shown exchange={kept.current} />
  );
}

const GONE =
  'The journal does not have this exchange any more. It keeps the last ones (tollgate mock --journal N keeps more), and a reset or a restart empties it.';

interface ExchangeProps {
  readonly exchange: ShownExchange;
}

function Shown({ exchange }: ExchangeProps) {
  const { api } = useStore();
  const { requestId, violations, overlooked, hints, reason, reasonCode, request, answer, story } = exchange;
  const refused = [reason ?? reasonCode].flatMap((text): readonly FindingProps[] =>
    text === undefined ? [] : [{ word: 'refused', text }],
  );
  const fixes = useFixes(hints.length > 0);
  const hinted = hints.map(
    (hint): FindingProps => ({
      ...{ word: isMust(hint) ? 'failed' : 'hint', rule: hint.rule, href: hrefOf('verdict', hint.rule) },
      ...{ text: hint.message, fix: fixes[hint.rule] },
    }),
  );

  return (
    <>
      {headOf(exchange)}
      <Findings title="Violations" list={violations.map(ofViolation('refused'))} />
      {violations.length === 0 && <Findings title="Refused" list={refused} />}
      <Findings title="Accepted nevertheless" list={overlooked.map(ofViolation('hint'))} />
      <NearMiss exchange={exchange} />
      <Findings
        title={violations.length === 0 ? 'Hints' : 'The same in the verdict on the client'}
        list={hinted}
      />
      {story.fee !== undefined && (
        <Part title={`Fee ${dollars(story.fee)}`}>
          <ExplainedFee
            api={api.inWorld(exchange.world)}
            path={`/journal/${encodeURIComponent(requestId)}/fee`}
          />
        </Part>
      )}
      <Part title="Request and response">
        <Message title="Request" content={request} />
        <Message title="Response" content={answer} />
      </Part>
      {exchange.method !== undefined && (
        <Part title="Send it again">
          <p class="bar">
            <CopyButton label="Copy as curl" what="the curl command" text={toCurl(exchange, api.base)} />
          </p>
          <p class="muted">
            Set <code>TOLLGATE_TOKEN</code> first. Card numbers and secrets stay masked
            {request.bodyLength === undefined ? '.' : ', and the body is only the beginning.'}
          </p>
        </Part>
      )}
    </>
  );
}

function headOf(exchange: ShownExchange) {
  const { time, milliseconds, status, method = '(no HTTP)', path = '', query, fault } = exchange;
  const { did, mTxId, sTxId, received } = exchange.story;
  const choices = Object.entries(exchange.choices).map(([name, option]) => `${name}=${option}`);

  return (
    <Head
      title={
        <>
          <span class={`tone ${toneOf(receivedOf(exchange)[1])}`}>{status}</span>{' '}
          <Text text={`${method} ${path}${query === undefined ? '' : `?${query}`}`} />
        </>
      }
      badges={
        <>
          {did !== 'other' && <Badge word={did} />}
          {received !== undefined && (
            <Badge word={fault === undefined ? 'lost' : 'fault'}>the client received {received}</Badge>
          )}
          {fault !== undefined && <Badge word="fault">{visibleLine(`fault: ${fault}`)}</Badge>}
        </>
      }
      pairs={[
        ['mTxId', mTxId],
        ['sTxId', sTxId],
        ['Merchant', exchange.merchant],
        ['World', exchange.world],
        ['Time', time.replace('T', ' ').replace('Z', ' UTC')],
        ['Duration', `${milliseconds.toFixed(1)} ms`],
        ['Choices', choices.length === 0 ? undefined : choices.join(', ')],
      ]}
    />
  );
}

function ofViolation(word: 'refused' | 'hint') {
  return ({ rule, section, pointer, expected, got }: Violation): FindingProps => ({
    ...{ word, rule, section },
    pairs: [
      ['Where', pointer === '' ? 'the body' : pointer],
      ['Expected', expected, 'expected'],
      ['Got', got, 'got'],
    ],
  });
}

/** As `GET /_tollgate/near-misses/REQUESTID` has it. */
interface NearMissReply {
  readonly edit?: unknown;
  /** The edit in words. */
  readonly fix: string;
}

function NearMiss({ exchange }: ExchangeProps) {
  const { api, server, say } = useStore();
  const isSending = useSignal(false);
  const own = api.inWorld(exchange.world);
  const isRefused =
    exchange.reasonCode !== undefined && server.value?.has('/near-misses/:requestId') === true;
  const path = `/near-misses/${encodeURIComponent(exchange.requestId)}`;
  const { value } = useLoaded<NearMissReply>(isRefused ? path : undefined, own);
  if (value?.edit === undefined) return null;
  const { body, text, bodyLength } = exchange.request;
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
    <Part title="One edit makes it valid">
      <div class="card washed bar good">
        <Line text={value.fix} />
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
        {isWhole
          ? 'The console sends it with a token of the merchant, as a deliberate request: no client rule judges it.'
          : 'The mock does not have the whole body, so it cannot send it again.'}
      </small>
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
      {body !== undefined ? (
        <Json value={body} />
      ) : text !== undefined ? (
        <pre>
          <Text text={text} hasLines />
        </pre>
      ) : (
        <p class="muted">No body</p>
      )}
      {bodyLength !== undefined && <p class="muted">The journal has the beginning of {bodyLength} bytes.</p>}
      <Fold title={`${pairs.length} headers`}>
        <Facts class="pair mono" pairs={pairs} />
      </Fold>
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
