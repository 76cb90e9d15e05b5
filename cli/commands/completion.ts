/** `tollgate completion`: prints the completion script of a shell, or what the words of a command line can be. */
import { type Command, UsageError } from '../command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** @param all the commands to complete, this one among them */
export const completion = (all: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'print the completion script of a shell',
  arguments: [
    ['<shell>', SHELLS.join(', '), SHELLS],
    ['[word...]', 'after --, as the script gives them: complete the last word'],
  ],
  options: {},
  examples: [
    'source <(tollgate completion bash)',
    'source <(tollgate completion zsh)',
    'tollgate completion fish > ~/.config/fish/completions/tollgate.fish',
  ],
  notes: () =>
    [
      'Permanently: put the first line above into ~/.bashrc, or the second into ~/.zshrc after compinit.',
      'For fish use the last. The scripts start tollgate at each completion.',
    ].join('\n'),

  async run({ arguments: [typed = '', ...words] }) {
    const shell = SHELLS.find((known) => known === typed);
    if (shell === undefined)
      throw new UsageError(`expected one of ${SHELLS.join(', ')}, got ${typed}`, { typed, names: SHELLS });
    const { completionFor, SCRIPTS } = await import('../completion.ts');
    const given = words.flatMap((word) => word ?? []);

    return { code: 0, out: given.length === 0 ? SCRIPTS[shell] : completionFor(shell, all(), given) };
  },
});
