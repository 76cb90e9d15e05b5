/** The tab of exchanges: the live list with its filters, and beside it the selected one in full. */
import { useComputed, useSignal } from '@preact/signals';
import { dollars } from '../../exchange/journal/story.ts';
import { visibleLine } from '../../text/visible.ts';
import { count } from '../../text/words.ts';
import { useLoaded } from './data.ts';
import { Detail } from './detail.tsx';
import { Badge, Button, Code, CopyButton, Empty, Text, toneOf } from './elements.tsx';
import type { ShownExchange } from './feed.ts';
import { Split } from './list.tsx';
import { countFindings, FILTERS, findingWord, firstFinding, receivedOf, searchFor } from './rows.ts';
import { hrefOf, useStore } from './store.ts';

const COLUMNS = {
  ...{ time: 'Time', status: 'Status', request: 'Request', transaction: 'Transaction' },
  ...{ outcome: 'Outcome', amount: 'Amount', fee: 'Fee', wrong: 'What was wrong' },
};

export function Exchanges({ item }: { readonly item: string | undefined }) {
  const { feed } = useStore();
  const filter = useSignal('All');
  const typed = useSignal('');
  /** The newest first. */
  const shown = useComputed(() => {
    const fits = FILTERS[filter.value] ?? (() => true);
    const isFound = searchFor(typed.value);

    return feed.exchanges.value.filter((one) => fits(one) && isFound(one.text)).reverse();
  });
  const all = feed.exchanges.value.length;
  const isPaused = feed.isPaused.value;
  const waiting = feed.waiting.value;
  const chips = (
    <fieldset class="chips bar">
      <legend class="hidden">Show</legend>
      {Object.keys(FILTERS).map((label) => (
        <Button
          key={label}
          class="chip"
          label={label}
          isPressed={filter.value === label}
          action={() => (filter.value = label)}
        />
      ))}
    </fieldset>
  );

  return (
    <Split
      tab="exchanges"
      placeholder="Search  /"
      typed={typed}
      all={all}
      tools={[
        chips,
        <Button
          key="pause"
          label={isPaused ? `Resume${waiting === 0 ? '' : ` (${waiting} new)`}` : 'Pause'}
          isPressed={isPaused}
          action={() => feed.pause(!isPaused)}
        />,
      ]}
      columns={COLUMNS}
      items={shown.value}
      idOf={({ requestId }) => requestId}
      cellsOf={cellsOf}
      selected={item}
      empty={
        all > 0 ? (
          <p class="empty muted">No exchange fits the filter and the search.</p>
        ) : (
          <FirstCall title={isPaused ? 'Paused' : 'Waiting for the first exchange'} />
        )
      }
    >
      {item !== undefined && <Detail key={item} requestId={item} />}
    </Split>
  );
}

function cellsOf(exchange: ShownExchange) {
  const { time, method = '(no HTTP)', path = '', world, merchant, fault, story } = exchange;
  const { did, mTxId, sTxId, amount, fee } = story;
  const [received, word] = receivedOf(exchange);
  const findings = countFindings(exchange);

  return {
    time: shortTime(time),
    status: <span class={`tone ${toneOf(word)}`}>{received}</span>,
    request: (
      <>
        <b>
          <Text text={method} />
        </b>{' '}
        <Text text={`${world === undefined ? '' : `/w/${world}`}${path}`} />
        {merchant !== undefined && (
          <small title="The merchant of the token; from a proxy a short hash of it">
            {' '}
            <Text text={merchant} />
          </small>
        )}
      </>
    ),
    transaction: <Text text={mTxId ?? sTxId ?? ''} />,
    outcome: did !== 'other' && <Badge word={did} />,
    amount: <Text text={amount ?? ''} />,
    fee: fee !== undefined && dollars(fee),
    wrong: (
      <>
        {findings > 0 && fault === undefined && (
          <Badge word={findingWord(exchange)} title={count(findings, 'finding')}>
            {findings}
          </Badge>
        )}{' '}
        <span class={fault === undefined ? undefined : 'fault tone'}>
          <Text text={firstFinding(exchange)} />
        </span>
      </>
    ),
  };
}

/** The time of today, or day and time of another day. */
function shortTime(time: string): string {
  const isToday = time.startsWith(new Date().toISOString().slice(0, 10));

  return isToday ? time.slice(11, 19) : `${time.slice(5, 10)} ${time.slice(11, 16)}`;
}

/** As `GET /` of a mock has it. */
interface Listing {
  readonly tokens: string;
  readonly try: readonly string[];
}

/** @param title where the server can be reached */
export function FirstCall({ title }: { readonly title: string }) {
  const { api, server, feed } = useStore();
  const { kind, world, to = '' } = server.value ?? {};
  const { value } = useLoaded<Listing>(kind === 'mock' ? '/..' : undefined);
  const command = value === undefined ? '' : pasted(value);
  const { kind: state, why = '' } = feed.connection.value;
  if (state === 'refused')
    return <Empty title="The server lets the console see nothing">{visibleLine(why)}</Empty>;
  if (state === 'lost')
    return (
      <Empty title={`${api.address} is not reachable`}>
        The console tries again every second, and continues where it was.
      </Empty>
    );

  return (
    <Empty title={title}>
      {kind === 'mock' && world === undefined && (
        <p>
          Each world has a console of its own: <a href={hrefOf('controls', 'worlds')}>list of worlds</a>
        </p>
      )}
      {kind === 'proxy' && (
        <p>
          Point your client at <Code text={api.address} /> in place of <Code text={to} />. Each call of the
          API appears here.
        </p>
      )}
      {value !== undefined && (
        <>
          <p>Paste this into a shell, and the fee appears here.</p>
          <pre class="sunken">
            <Text text={command} hasLines />
          </pre>
          <p class="bar">
            <CopyButton label="Copy" what="the first call" text={command} />
          </p>
          <p class="muted">
            Accepted tokens: <Text text={value.tokens.replaceAll('`', '')} />. The message that this mock
            started with has the command, and a token. The tab Reference sends calls without a shell.
          </p>
        </>
      )}
    </Empty>
  );
}

/** Over several lines, after a line that sets the token where a command prints one. */
function pasted({ tokens, try: [call = ''] }: Listing): string {
  const lines = call.replaceAll(/ (?=-[Hd] )/g, ' \\\n  ');

  return tokens.includes('tollgate token') ? `export TOLLGATE_TOKEN=$(tollgate token)\n${lines}` : lines;
}
