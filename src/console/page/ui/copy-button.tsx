/** Copies a text, and says so. */
import { useStore } from '../store.ts';

interface CopyButtonProps {
  readonly label: string;
  /** What is copied, for the message. */
  readonly what: string;
  readonly text: () => string;
}

export function CopyButton({ label, what, text }: CopyButtonProps) {
  const { say } = useStore();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      say(`Copied ${what}`);
    } catch {
      // A page over plain http has no clipboard, but for localhost.
      say('This browser lets the page copy only over https or from localhost');
    }
  };

  return (
    <button type="button" class="button" onClick={copy}>
      {label}
    </button>
  );
}
