/** The tab of controls: the faults, choices, clock, merchants and worlds of a mock. */
import { useStore } from '../store.ts';
import { Choices } from './choices.tsx';
import { Clock } from './clock.tsx';
import { Faults } from './faults.tsx';
import { Merchants } from './merchants.tsx';
import { ResetAll } from './reset-all.tsx';
import { Worlds } from './worlds.tsx';

const SECTIONS = [
  ['faults', 'Faults'],
  ['clock', 'Clock'],
  ['choices', 'Choices'],
  ['merchants', 'Merchants'],
  ['worlds', 'Worlds'],
] as const;

export function Controls() {
  const { run, server } = useStore();
  if (server.value?.kind === 'proxy') return <NoControls />;

  return (
    <div class="controls" key={run.value}>
      <div class="bar">
        <h2>Controls</h2>
        <p class="muted grow">
          {server.value?.world === undefined
            ? 'Of the mock itself. Each world has its own faults, choices and clock.'
            : `Of the world ${server.value.world} alone.`}
        </p>
        <ResetAll />
      </div>
      <nav class="bar jump" aria-label="Sections of this page">
        {SECTIONS.map(([id, label]) => (
          <button
            key={id}
            class="chip"
            type="button"
            onClick={() => document.getElementById(`${id}-title`)?.focus()}
          >
            {label}
          </button>
        ))}
      </nav>
      <Faults />
      <Clock />
      <Choices />
      <Merchants />
      <Worlds />
    </div>
  );
}

function NoControls() {
  return (
    <section class="empty card">
      <h2>A proxy has no controls</h2>
      <p>
        It passes requests and responses on byte for byte, so that what it judges is what happened. Faults,
        choices, clock and worlds belong to a mock:
      </p>
      <pre class="sunken">tollgate mock</pre>
      <p>
        To have a mock behave as this service does: <code>tollgate mock --like report.json</code>, with the
        report of this proxy.
      </p>
    </section>
  );
}
