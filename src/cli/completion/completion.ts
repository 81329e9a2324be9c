import { Argument, type Command } from 'commander'
import { command } from '../data-command.ts'
import { print } from '../print.ts'
import type { ProgramContext } from '../program-context.ts'
import type { Shell } from '../shell.ts'
import { bashScript } from './bash.ts'
import { commandTree } from './command-tree.ts'
import { fishScript } from './fish.ts'
import { zshScript } from './zsh.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** `adtally completion`: scripts that complete commands and options, written from the commands themselves. */
export function completionCommand(shell: Shell, { wholeProgram }: ProgramContext): Command {
  return command({
    name: 'completion',
    summary: 'Print a completion script for bash, zsh or fish.',
    details: `Completes commands, options and their values. Add to your shell's start-up file:

  bash: ~/.bashrc                     source <(adtally completion bash)
  zsh:  ~/.zshrc, after compinit      source <(adtally completion zsh)
  fish: ~/.config/fish/config.fish    adtally completion fish | source

After an upgrade of Adtally, a new shell knows the new options.`,
    examples: ['completion bash', 'completion fish > ~/.config/fish/completions/adtally.fish'],
  })
    .addArgument(new Argument('<shell>', 'whose script').choices(Object.keys(scripts)))
    .action(async (name: keyof typeof scripts) => {
      print(shell, scripts[name](commandTree(await wholeProgram())).trimEnd())
    })
}
