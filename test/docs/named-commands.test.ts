import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { beforeAll, expect, test } from 'vitest'
import { newProgram, subcommands } from '../../src/cli/adtally.ts'
import { type CommandNode, commandTree } from '../../src/cli/completion/command-tree.ts'
import { wordForCli, wordProblemForCli } from '../../src/cli/word-for-cli.ts'
import { Refusal } from '../../src/values/refusal.ts'
import { root } from './command-blocks.ts'
import { refusalSamples } from './refusal-samples.ts'

let program: CommandNode
let flags: ReadonlySet<string>
/** Also those of 0.1 that the help does not show. */
let declared: ReadonlySet<string>
beforeAll(async () => {
  const { stdin, stdout, stderr } = process
  const stopSignal = () => new AbortController().signal
  const shell = { env: {}, cwd: root, stdin, stdout, stderr, stopSignal }
  const context = { ownEnv: {}, settingsFile: () => null, wholeProgram: () => expect.unreachable() }
  const command = await newProgram(shell, context, Object.keys(subcommands))
  program = commandTree(command)
  flags = new Set(flagsIn(program))
  declared = new Set([...flags, ...optionsOf(command)])
})

/** Scripts of completion have options of shells. */
const sources = globSync('src/{cli,wording}/**/*.ts', { cwd: root }).filter(
  (file) => !file.includes('.test.') && !file.includes('completion/'),
)

const flagsIn = ({ options, commands }: CommandNode): string[] => [
  ...options.map(({ flag }) => flag),
  ...commands.flatMap(flagsIn),
]

const optionsOf = ({ options, commands }: Command): string[] => [
  ...options.flatMap(({ long }) => long ?? []),
  ...commands.flatMap(optionsOf),
]

const option = /(?<![\w-])--[a-z][a-z-]+\b/g

/** Commands and options in a text that do not exist. */
function missingIn(text: string): string[] {
  const missing = [...text.matchAll(option)]
    .map(([flag]) => flag)
    .filter((flag) => !flags.has(flag))
  for (const [written, words] of text.matchAll(/\badtally ([a-z][^`'"\n;,]*)/g)) {
    let node = program
    for (const word of words!.split(' ')) {
      const child = node.commands.find(({ path }) => path.split(' ').at(-1) === word)
      if (child) node = child
      else if (word.startsWith('--')) {
        const [flag] = word.match(/^--[a-z-]+/) ?? []
        if (!node.options.some((one) => one.flag === flag)) missing.push(written)
      } else if (node.commands.length > 0) {
        missing.push(written)
        break
      }
    }
  }
  return missing
}

test('commands and options that do not exist are found', () => {
  expect(missingIn('Run adtally connections fetch studio NAME')).toHaveLength(1)
  expect(missingIn('Add `--rate FILE`')).toEqual(['--rate'])
  expect(missingIn('Try: adtally connections pull studio NAME --since DAY')).toHaveLength(1)
  expect(missingIn('Try: adtally connections pull studio NAME --start-date DAY')).toEqual([])
})

test.each(Object.entries(refusalSamples))(
  '%s names commands and options that exist',
  (code, facts) => {
    const { message, details } = wordForCli(new Refusal(code, facts as object))
    expect([message, ...details].flatMap(missingIn)).toEqual([])
  },
)

test.each(sources)('%s names options that exist', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const named = [...text.matchAll(option)].map(([flag]) => flag)
  expect(named.filter((flag) => !declared.has(flag))).toEqual([])
})

test.each(['rates_missing', 'unknown_network_apps'] as const)(
  '%s of a connection names no option of imports, which it does not have',
  (code) => {
    const problem = { kind: 'refusal', code, facts: refusalSamples[code] } as const
    const { message, details } = wordProblemForCli(problem, 'AdMob')
    expect([message, ...details].join('\n')).not.toContain('--')
  },
)
