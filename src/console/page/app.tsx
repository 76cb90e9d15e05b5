/** The frame of the console: the server, the tabs, the view of the open tab, the message line. */
import { useEffect } from 'preact/hooks';
import { ConnectionState } from './connection-state.tsx';
import { hrefOf } from './route.ts';
import { useStore } from './store.ts';
import { TABS, type Tab } from './tabs.ts';

export function App() {
  const { server, route, message } = useStore();
  const shown = server.value;
  const tabs = shown === undefined ? TABS.slice(0, 1) : TABS.filter(({ isIn }) => isIn(shown));
  // The route may name a tab that is listed only after the server answers.
  const first = shown === undefined ? undefined : tabs[0];
  const open = tabs.find(({ id }) => id === route.value.tab) ?? first;

  return (
    <>
      <header class="top">
        <h1 class="brand">
          tollgate <span>{shown?.kind ?? ''}</span>
        </h1>
        <TabList tabs={tabs} open={open} />
        <ConnectionState />
      </header>
      {open !== undefined && (
        <main>
          <div id="view" role="tabpanel" aria-labelledby={`tab-${open.id}`} key={open.id}>
            <open.View item={route.value.item} />
          </div>
        </main>
      )}
      <p class={message.value === '' ? 'message' : 'message shown'} role="status">
        {message.value}
      </p>
    </>
  );
}

interface TabListProps {
  readonly tabs: readonly Tab[];
  readonly open: Tab | undefined;
}

/** Arrow keys move between tabs (ARIA Authoring Practices, tabs with automatic activation). */
function TabList({ tabs, open }: TabListProps) {
  useEffect(() => {
    document.getElementById(`tab-${open?.id}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open]);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === open?.id);
    const next = nextIndex(event.key, at, tabs.length);
    const target = next === undefined ? undefined : tabs[next];
    if (target === undefined) return;
    event.preventDefault();
    location.hash = hrefOf(target.id);
    document.getElementById(`tab-${target.id}`)?.focus();
  };

  return (
    <div class="tabs" role="tablist" aria-label="Views" onKeyDown={move}>
      {tabs.map(({ id, label }) => (
        <a
          key={id}
          id={`tab-${id}`}
          role="tab"
          href={hrefOf(id)}
          aria-selected={id === open?.id}
          aria-controls="view"
          tabIndex={id === open?.id ? 0 : -1}
        >
          {label}
        </a>
      ))}
    </div>
  );
}

function nextIndex(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
