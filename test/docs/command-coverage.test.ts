import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { commandTree, runnable } from '../cli/command-tree.ts'
import { allPages, commandBlocks, fencedBlocks, root, textOf } from './command-blocks.ts'
import { developerPages, notRun, operatorPages, serverPages } from './command-pages.ts'

const pages = allPages.map((page) => ({ page, blocks: commandBlocks(textOf(page)) }))

test('the commands of every page are run or checked', () => {
  const withCommands = pages.filter(({ blocks }) => blocks.length > 0).map(({ page }) => page)
  const covered = ['README.md', ...serverPages, ...operatorPages, ...developerPages]
  expect(covered.toSorted()).toEqual(withCommands.toSorted())
})

test('every exemption is on a page', () => {
  const commands = pages.flatMap(({ blocks }) => blocks.flatMap((block) => block.commands))
  const stale = Object.keys(notRun).filter(
    (begin) => !commands.some((command) => command.startsWith(begin)),
  )
  expect(stale).toEqual([])
})

test.each(allPages)('%s has commands in blocks of commands only', (page) => {
  const others = fencedBlocks(textOf(page)).filter(
    ({ language, lines }) => language !== 'sh' && !lines[0]!.startsWith('$ '),
  )
  const isCommand = (line: string) => /^(\$ |(curl|adtally|docker|npm|npx) [a-z-])/.test(line)
  expect(others.flatMap(({ lines }) => lines.filter(isCommand))).toEqual([])
})

describe.each(developerPages)('the commands of %s', (page) => {
  test.each(commandBlocks(textOf(page)).flatMap(({ commands }) => commands))(
    'name what exists: %s',
    (command) => {
      const [, line] = /^(?:[A-Z_]+=\S+ )*(.*?)(?: +#.*)?$/.exec(command)!
      for (const part of line!.split(/ && /)) checkNames(part.split(' '))
    },
  )
})

/** Where the names that a script takes are defined. */
const definitions: Readonly<Record<string, string>> = {
  bench: 'bench/run.ts',
  'test:mutation': 'test/mutation/areas.ts',
}

/** Scripts, files, and the names of benches and areas. */
function checkNames([program, ...args]: readonly string[]): void {
  expect(['npm', 'npx', 'node', 'bash']).toContain(program)
  for (const path of args.filter((arg) => /^[.\w][\w./-]*\/[\w.-]+$/.test(arg))) {
    expect(existsSync(join(root, path)), path).toBe(true)
  }
  if (program === 'npx') expect(args[0]).toBe('vitest')
  if (program !== 'npm' || args[0] === 'ci') return
  const [script, ...names] = args[0] === 'run' ? args.slice(1) : args
  expect(Object.keys(packageJson.scripts)).toContain(script)
  for (const name of names.filter((word) => /^[a-z]/.test(word))) {
    const known = readFileSync(join(root, definitions[script!]!), 'utf8')
    expect(known).toMatch(new RegExp(`^ *'?${name}'?[:,]`, 'm'))
  }
}

describe('the commands in sentences and tables', () => {
  let tree: Awaited<ReturnType<typeof commandTree>>
  beforeAll(async () => {
    tree = await commandTree()
  })

  const sentences = allPages.map((page) => textOf(page).replace(/^( *)```[\s\S]*?^\1```$/gm, ''))

  test('exist, with their options', () => {
    const inSentences = sentences.flatMap((text) =>
      [...text.matchAll(/`adtally ([a-z][^`|]*)`/g)].map(([, words]) =>
        words!.replace(/\s+/g, ' '),
      ),
    )
    expect(inSentences.length).toBeGreaterThan(80)
    expect(inSentences.filter((words) => !exists(words.split(' ')))).toEqual([])
  })

  test('are all on some page', () => {
    const text = allPages.map(textOf).join('\n')
    const missing = runnable(tree).filter((path) => !new RegExp(`\\badtally ${path}\\b`).test(text))
    expect(missing).toEqual([])
  })

  /** Whether words are a command, perhaps with arguments, and options that it has. */
  function exists([first, ...rest]: readonly string[]): boolean {
    if (!tree.get('')!.commands.includes(first!)) return false
    const within = tree.get(first!)!
    const isGroup = within.commands.includes(rest[0]!)
    const { options } = isGroup ? tree.get(`${first} ${rest[0]}`)! : within
    const isArgument = isGroup || within.commands.length === 0 || !/^[a-z]/.test(rest[0] ?? '')
    const given = rest.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]!)
    return isArgument && given.every((option) => options.includes(option))
  }
})
