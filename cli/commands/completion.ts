/** `tollgate completion`: prints the completion script of a shell. */
import { type Command, UsageError } from '../command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** @param all the commands to complete, this one among them */
export const completion = (all: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'print the completion script of a shell',
  arguments: [['<shell>', SHELLS.join(', '), SHELLS]],
  options: {},
  examples: [
    'source <(tollgate completion bash)',
    'source <(tollgate completion zsh)',
    'tollgate completion fish > ~/.config/fish/completions/tollgate.fish',
  ],
  notes: () =>
    [
      'Permanently: put the first line above into ~/.bashrc, or the second into ~/.zshrc after compinit.',
      'For fish use the last, and repeat it after each update: the script contains all words and never',
      'starts tollgate.',
    ].join('\n'),

  async run({ arguments: [typed = ''] }) {
    const shell = SHELLS.find((known) => known === typed);
    if (shell === undefined)
      throw new UsageError(`expected one of ${SHELLS.join(', ')}, got ${typed}`, { typed, names: SHELLS });
    const { completed, ...scripts } = await import('../completion.ts');

    return { code: 0, out: scripts[shell](completed(all())) };
  },
});
