import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
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

/** Scripts, files, and the names of benches, modes and areas. */
function checkNames([program, ...args]: readonly string[]): void {
  expect(['npm', 'npx', 'node', 'bash']).toContain(program)
  for (const path of args.filter((arg) => /^[.\w][\w./-]*\/[\w.-]+$/.test(arg))) {
    expect(readFileSync(join(root, path)).length, path).toBeGreaterThan(0)
  }
  if (program === 'npx') expect(args[0]).toBe('vitest')
  if (program !== 'npm' || args[0] === 'ci') return
  const script = args[0] === 'run' ? args[1]! : args[0]!
  expect(Object.keys(packageJson.scripts)).toContain(script)
  const named = args.slice(2).filter((arg) => /^[a-z]/.test(arg))
  const [definitions] = {
    bench: ['bench/run.ts'],
    'test:mutation': ['test/mutation/areas.ts'],
  }[script] ?? [null]
  for (const name of named)
    expect(readFileSync(join(root, definitions!), 'utf8')).toMatch(
      new RegExp(`^ *'?${name}'?[:,]`, 'm'),
    )
}
