import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { adtally, adtallyWorks } from './run-adtally.ts'
import { newFolder } from './studio.ts'

/** Completes the last word of a command line. @returns the words that the shell offers */
type Complete = (...words: string[]) => Promise<string[]>

const run = promisify(execFile)
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

async function script(shell: string): Promise<string> {
  const path = join(await newFolder(), `adtally.${shell}`)
  await writeFile(path, await adtallyWorks(['completion', shell]))
  return path
}

const shells: Readonly<Record<string, Complete>> = {
  bash: async (...words) => {
    const asked = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _adtally; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = await run('bash', ['-c', asked, 'bash', await script('bash'), ...words])
    return linesOf(stdout)
  },
  // Its completion builtins work on a terminal only, so these print what they are given.
  zsh: async (...words) => {
    const asked = `
      compdef() { }
      _files() { print files }
      compadd() { print -l -- \${(P)2} }
      _describe() { print -l -- \${\${(P)2}%%:*} }
      source $1; shift
      words=("$@"); CURRENT=$#
      _adtally`
    const { stdout } = await run('zsh', ['-f', '-c', asked, 'zsh', await script('zsh'), ...words])
    const last = words.at(-1)!
    return linesOf(stdout).filter((word) => word === 'files' || word.startsWith(last))
  },
  fish: async (...words) => {
    const asked = `source $argv[1]; complete -C "$argv[2]"`
    const line = words.join(' ')
    const { stdout } = await run('fish', ['--no-config', '-c', asked, await script('fish'), line])
    return linesOf(stdout).map((word) => word.split('\t')[0]!)
  },
}

const isInstalled = (shell: string) => spawnSync(shell, ['--version']).status === 0
// In CI, all of them must be there.
const isSkipped = (shell: string) => !isInstalled(shell) && !process.env.CI

describe.each(Object.entries(shells))('%s', (shell, complete) => {
  describe.skipIf(isSkipped(shell))('is installed, and completes', () => {
    let help: string
    beforeAll(async () => {
      help = await adtallyWorks(['--help'])
    })

    test('all commands', async () => {
      const commands = [...help.matchAll(/^ {2}([a-z-]+)\b.* {2}\S/gm)].map(([, name]) => name!)
      const listed = commands.filter((name) => !name.startsWith('-') && name !== 'help')
      expect(listed.length).toBeGreaterThan(15)
      expect((await complete('adtally', '')).sort()).toEqual(listed.sort())
      expect((await complete('adtally', 'con')).sort()).toEqual(['config', 'connections'])
    })

    test('commands of a command', async () => {
      expect(await complete('adtally', 'finality', '')).toEqual(
        expect.arrayContaining(['list', 'set']),
      )
      expect(await complete('adtally', 'accounts', 'set-p')).toEqual(['set-password'])
    })

    test('options, and nothing of other commands', async () => {
      expect(await complete('adtally', 'serve', '--max-con')).toEqual([
        '--max-connections',
        '--max-connections-per-address',
      ])
      expect(await complete('adtally', 'accounts', 'create', '--data')).toEqual(['--data-dir'])
      expect(await complete('adtally', 'accounts', 'create', '--he')).toEqual(['--help'])
      expect(await complete('adtally', 'accounts', 'list', '--curr')).toEqual([])
    })

    test('values that an option or argument may have', async () => {
      const formats = ['csv', 'json', 'ndjson', 'parquet']
      const offered = await complete('adtally', 'import', 'stats', '--input-format', '')
      expect(offered).toEqual(expect.arrayContaining(formats))
      const sources = await complete('adtally', 'import', 'stats', '--source', 'dig')
      expect(sources).toEqual(['digital-turbine'])
      expect((await complete('adtally', 'completion', '')).toSorted()).toEqual([
        ...['bash', 'fish', 'zsh'],
      ])
    })

    test('an option after a value that is named like a command', async () => {
      const words = ['adtally', 'accounts', '--data-dir', 'keys', 'list', '--js']
      expect(await complete(...words)).toEqual(['--json'])
    })
  })
})

test('another shell is refused with those that are known', async () => {
  const { code, stderr } = await adtally(['completion', 'tcsh'])
  expect(code).toBe(1)
  expect(stderr).toContain('bash, zsh, fish')
})
