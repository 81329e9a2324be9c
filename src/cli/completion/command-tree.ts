import type { Command, Option } from 'commander'

/** A command as completion scripts see it. */
export interface CommandNode {
  /** Without `adtally`: `accounts create`; '' for the program itself. */
  readonly path: string
  readonly summary: string
  readonly options: readonly OptionNode[]
  /** The accepted arguments; empty where any text or file is accepted. */
  readonly choices: readonly string[]
  readonly commands: readonly CommandNode[]
}

export interface OptionNode {
  /** `--json`. */
  readonly flag: string
  /** `-V`; null without a short form. */
  readonly short: string | null
  readonly summary: string
  readonly takesValue: boolean
  /** The accepted values; empty where any text or file is accepted. */
  readonly choices: readonly string[]
}

/** Reads a program whose commands are all loaded. */
export function commandTree(command: Command, path = ''): CommandNode {
  const within = (child: Command) => `${path} ${child.name()}`.trim()
  return {
    path,
    summary: command.summary() || oneLine(command.description()),
    options: [...command.options.filter(({ hidden }) => !hidden).map(toNode), help],
    choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    commands: command.commands.map((child) => commandTree(child, within(child))),
  }
}

/** Commander adds it when it prints help. */
const help: OptionNode = {
  flag: '--help',
  short: '-h',
  summary: 'display help for command',
  takesValue: false,
  choices: [],
}

const toNode = ({
  long,
  short,
  description,
  required,
  optional,
  argChoices,
}: Option): OptionNode => ({
  flag: long ?? short!,
  short: long === undefined ? null : (short ?? null),
  summary: oneLine(description),
  takesValue: required || optional,
  choices: argChoices ?? [],
})

/** Without its default, which is too long for a menu. */
const oneLine = (text: string): string => text.split(/ \(default: |\n/)[0]!.trim()

/** A command and all below it. */
export const allNodes = (node: CommandNode): readonly CommandNode[] => [
  node,
  ...node.commands.flatMap(allNodes),
]

/** The last word of a command's path. */
export const nameOf = ({ path }: CommandNode): string => path.split(' ').at(-1)!

/** All flags of options that take a value, short ones too. */
export const valuedFlags = ({ options }: CommandNode): readonly string[] =>
  options
    .filter(({ takesValue }) => takesValue)
    .flatMap(({ flag, short }) => (short === null ? [flag] : [flag, short]))
