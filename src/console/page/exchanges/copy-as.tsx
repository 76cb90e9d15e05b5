/** Buttons that copy the request as a command. */
import type { JournalEntry } from '../../../exchange/journal/entry.ts';
import { useStore } from '../store.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { commandsFor } from './commands.ts';

export function CopyAs({ entry }: { readonly entry: JournalEntry }) {
  const { api } = useStore();
  if (entry.method === undefined) return null;

  return (
    <section class="part">
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
