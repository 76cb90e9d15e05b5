/** Request and response: pretty, or raw with all headers. */
import { useSignal } from '@preact/signals';
import type { JournalEntry } from '../../../exchange/journal/entry.ts';
import { visible } from '../../../text/visible.ts';
import { Text } from '../elements.tsx';

type Content = JournalEntry['request'];

export function MessageView({ entry }: { readonly entry: JournalEntry }) {
  const isRaw = useSignal(false);
  const { method = '', path = '', query, status, request, answer } = entry;
  const target = `${path}${query === undefined ? '' : `?${query}`}`;

  return (
    <section class="stack tight">
      <div class="bar">
        <h3>Request and response</h3>
        {[false, true].map((raw) => (
          <button
            type="button"
            class="chip"
            key={String(raw)}
            aria-pressed={isRaw.value === raw}
            onClick={() => {
              isRaw.value = raw;
            }}
          >
            {raw ? 'Raw' : 'Pretty'}
          </button>
        ))}
      </div>
      <div class="messages stack">
        <Message title="Request" line={`${method} ${target}`} content={request} isRaw={isRaw.value} />
        <Message title="Response" line={`HTTP/1.1 ${status}`} content={answer} isRaw={isRaw.value} />
      </div>
    </section>
  );
}

interface MessageProps {
  readonly title: string;
  readonly line: string;
  readonly content: Content;
  readonly isRaw: boolean;
}

function Message({ title, line, content, isRaw }: MessageProps) {
  const headers = Object.entries(content.headers);

  return (
    <div class="message-view sunken stack tight">
      <h4>{title}</h4>
      {isRaw ? (
        <pre>
          <Text text={rawText(line, content)} hasLines />
        </pre>
      ) : (
        <>
          <Body content={content} />
          <details>
            <summary>{headers.length} headers</summary>
            <dl>
              {headers.map(([name, value]) => (
                <div key={name} class="header">
                  <dt>
                    <Text text={name} />
                  </dt>
                  <dd>
                    <Text text={value} />
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        </>
      )}
    </div>
  );
}

function Body({ content: { body, text, bodyLength } }: { readonly content: Content }) {
  if (body === undefined && text === undefined) return <p class="muted">No body</p>;

  return (
    <>
      {body === undefined ? (
        <pre>
          <Text text={text ?? ''} hasLines />
        </pre>
      ) : (
        <Json value={body} />
      )}
      {bodyLength !== undefined && <p class="muted">The journal has the beginning of {bodyLength} bytes.</p>}
    </>
  );
}

function rawText(line: string, { headers, body, text }: Content): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const written = body === undefined ? text : JSON.stringify(body);

  return [line, ...head, ...(written === undefined ? [] : ['', written])].join('\n');
}

/** In characters: a larger value is one piece of text, which browsers draw faster. */
const MOST_COLOURED = 20_000;

function Json({ value }: { readonly value: unknown }) {
  const text = visible(JSON.stringify(value, undefined, 2));

  return <pre class="json">{text.length > MOST_COLOURED ? text : text.split('\n').map(toLine)}</pre>;
}

/** A line begins with the name of its member, if it has one. */
function toLine(line: string, at: number) {
  const [, indent, name, rest] = /^(\s*)("(?:[^"\\]|\\.)*")(:.*)$/.exec(line) ?? [];
  const end = at === 0 ? '' : '\n';
  if (name === undefined) return `${end}${line}`;

  return (
    <>
      {end}
      {indent}
      <b>{name}</b>
      {rest}
    </>
  );
}
