/** The one edit that makes a refused request valid, and a button that sends the edited request. */
import { useSignal } from '@preact/signals';
import type { JournalEntry } from '../../../exchange/journal/entry.ts';
import { hrefOf } from '../route.ts';
import { useStore } from '../store.ts';
import { Code } from '../ui/text.tsx';
import { reasonOf, useLoaded } from '../ui/use-loaded.ts';

/** As `GET /_tollgate/near-misses/REQUESTID` has it. */
type Edit =
  | { readonly op: 'add' | 'replace' | 'remove'; readonly path: string; readonly value?: unknown }
  | { readonly header: string; readonly value: string }
  | { readonly method: string }
  | { readonly path: string };

export function NearMiss({ entry }: { readonly entry: JournalEntry }) {
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
    <section class="part">
      <h3>One edit makes it valid</h3>
      <div class="mend">
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
