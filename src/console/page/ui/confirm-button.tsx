/** A button that asks before it destroys something. */
import { useId, useRef } from 'preact/hooks';
import { visibleLine } from '../../../text/visible.ts';

interface ConfirmButtonProps {
  readonly label: string;
  /** What the button is for, for screen readers, where the label does not say it. */
  readonly of?: string;
  /** What is destroyed, as a sentence. */
  readonly question: string;
  readonly action: () => unknown;
}

export function ConfirmButton({ label, of, question, action }: ConfirmButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = () => dialog.current?.close();

  return (
    <>
      <button
        class="button danger"
        type="button"
        aria-label={of === undefined ? undefined : visibleLine(`${label} ${of}…`)}
        onClick={() => dialog.current?.showModal()}
      >
        {label}…
      </button>
      <dialog ref={dialog} aria-labelledby={id}>
        <div class="stack">
          <p id={id}>{question}</p>
          <div class="bar">
            <button
              class="button danger"
              type="button"
              onClick={() => {
                close();
                action();
              }}
            >
              {label}
            </button>
            <button class="button" type="button" autofocus onClick={close}>
              Cancel
            </button>
          </div>
        </div>
      </dialog>
    </>
  );
}
