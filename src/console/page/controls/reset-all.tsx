/** Resets all state of the mock, or of the world of the page. */
import { useStore } from '../store.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Problem } from '../ui/problem.tsx';
import { useAction } from '../ui/use-action.ts';

export function ResetAll() {
  const { api, feed, server } = useStore();
  const action = useAction();
  const world = server.value?.world;
  const what = world === undefined ? 'the mock' : `the world ${world}`;

  return (
    <>
      <ConfirmButton
        label="Reset all state"
        question={`Reset ${what}? Its transactions and its journal are deleted; clock, faults and choices return to those of the start.${world === undefined ? ' Worlds stay.' : ''}`}
        action={async () => {
          const isDone = await action.run(
            () => api.send('POST', '/reset'),
            `All state of ${what} was reset.`,
          );
          if (!isDone) return;
          feed.clear();
          // The sections show earlier data.
          location.reload();
        }}
      />
      <Problem text={action.error.value} />
    </>
  );
}
