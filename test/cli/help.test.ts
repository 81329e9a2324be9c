import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { commandTree, runnable } from './command-tree.ts'
import { adtally, adtallyWorks } from './run-adtally.ts'
import { spawnAdtally } from './spawn-adtally.ts'
import { newFolder } from './studio.ts'

const tree = await commandTree()
const subcommands = tree.get('')!.commands

const withoutJson = [
  ...[
    'serve',
    'report',
    'mcp',
    'watch',
    'ready',
    'upgrade',
    'accept-restore',
    'demo',
    'completion',
  ],
  ...['accounts set-password', 'users set-role', 'users remove', 'users set-password'],
  ...['users reset-second-factor', 'users end-sessions', 'keys show', 'keys rotate'],
  ...['keys revoke', 'links revoke', 'apps link', 'finality set', 'notes delete'],
  ...['channels remove', 'destinations remove', 'alerts remove', 'alerts acknowledge'],
  'messages replay',
  'partners statement',
  ...['connections confirm', 'connections pause', 'connections resume', 'connections remove'],
  ...['statements undo', 'statements unmap', 'statements distrust'],
  ...['terms remove', 'months reopen'],
]
const withoutData = ['completion', 'connections networks']

test.each(runnable(tree))(
  'the help of %s shows an example and its data directory',
  async (command) => {
    const help = await adtallyWorks([...command.split(' '), '--help'])
    expect(help).toContain(`Usage: adtally ${command} `)
    expect(help).toMatch(new RegExp(`\\n *\\$ adtally ${command}( |\\n)`))
    for (const name of ['--data-dir', 'ADTALLY_DATA_DIR']) {
      expect(help.includes(name)).toBe(!withoutData.includes(command))
    }
    expect(help.includes('--json')).toBe(!withoutJson.includes(command))
  },
)

test('the help of adtally lists every command', async () => {
  const help = await adtallyWorks(['--help'])
  for (const command of subcommands) expect(help).toMatch(new RegExp(`\\n +${command}\\b`))
})

test('help is also a command', async () => {
  expect(await adtallyWorks(['help'])).toBe(await adtallyWorks(['--help']))
  const help = await adtallyWorks(['help', 'serve'])
  expect(help).toBe(await adtallyWorks(['serve', '--help']))
})

describe('an invalid command line fails with a clear line', () => {
  test.each<[string, string[], RegExp]>([
    ['an unknown command', ['frobnicate'], /unknown command 'frobnicate'/],
    ['an unknown option', ['accounts', 'list', '--all'], /unknown option '--all'/],
    ['a missing argument', ['accounts', 'create'], /missing required argument 'username'/],
    [
      'an unknown format',
      ['import', 'stats', 'x', '--input-format', 'xml'],
      /csv, ndjson, parquet/,
    ],
    ['an invalid port', ['serve', '--port', '99999'], /--port/],
    ['a demo without apps', ['demo', '--apps', '0'], /--apps/],
  ])('%s', async (_fault, args, expected) => {
    const { code, stdout, stderr } = await adtally(args)
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(expected)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})

describe('neither an engine nor a server is loaded by', () => {
  const tracer = fileURLToPath(new URL('trace-modules.ts', import.meta.url))
  const heavy =
    /node_modules\/(@duckdb|@clickhouse|pg|kysely|@?fastify|ioredis|pino)\/|^node:(sqlite|http)$/

  /** Runs a command in its own process. @returns the modules that it loaded */
  async function modulesOf(commandLine: string): Promise<string[]> {
    const args = commandLine.split(' ').filter((arg) => arg !== '')
    const cwd = await newFolder()
    await spawnAdtally(args, { cwd }, ['--import', tracer])
    return (await readFile(join(cwd, 'modules.txt'), 'utf8')).split('\n')
  }

  test.each([
    '',
    '--help',
    '--version',
    ...subcommands.map((command) => `${command} --help`),
    'completion --help',
    'completion bash',
    'config',
    'frobnicate',
    'accounts list --all',
    'serve --port 99999',
  ])('adtally %s', async (commandLine) => {
    const modules = await modulesOf(commandLine)
    expect(modules).toContainEqual(expect.stringMatching(/\/src\/cli\/adtally\.ts$/))
    expect(modules.filter((url) => heavy.test(url))).toEqual([])
  })

  test('loading an engine is detected', async () => {
    const modules = await modulesOf('accounts create studio')
    for (const name of [/\/@duckdb\//, /\/kysely\//, /^node:sqlite$/]) {
      expect(modules).toContainEqual(expect.stringMatching(name))
    }
  })
})
