import { describe, expect, test } from 'vitest'
import { adtally, adtallyWorks } from './run-adtally.ts'

const commands = [
  'serve',
  'accounts create',
  'accounts list',
  'accounts rotate-key',
  'accounts disable',
  'apps link',
  'import apps',
  'import stats',
  'migrate-store',
  'demo',
]

const withJson = [
  'accounts create',
  'accounts list',
  'accounts rotate-key',
  'accounts disable',
  'import apps',
  'import stats',
  'migrate-store',
]

test.each(commands)('the help of %s shows an example and where the data lies', async (command) => {
  const help = await adtallyWorks([...command.split(' '), '--help'])
  expect(help).toContain(`Usage: adtally ${command} `)
  expect(help).toMatch(new RegExp(`\\n *\\$ adtally ${command}( |\\n)`))
  expect(help).toContain('--data-dir')
  expect(help).toContain('ADTALLY_DATA_DIR')
  expect(help.includes('--json')).toBe(withJson.includes(command))
})

test('the help of adtally names every command', async () => {
  const help = await adtallyWorks(['--help'])
  for (const command of ['serve', 'accounts', 'apps', 'import', 'migrate-store', 'demo']) {
    expect(help).toMatch(new RegExp(`\\n +${command}\\b`))
  }
})

describe('a command line that is wrong fails with a clear line', () => {
  test.each<[string, string[], RegExp]>([
    ['an unknown command', ['frobnicate'], /unknown command 'frobnicate'/],
    ['an unknown option', ['accounts', 'list', '--all'], /unknown option '--all'/],
    ['a missing argument', ['accounts', 'create'], /missing required argument 'username'/],
    [
      'an unknown format',
      ['import', 'stats', 'x', '--input-format', 'xml'],
      /csv, ndjson, parquet/,
    ],
    ['a port that is none', ['serve', '--port', '99999'], /--port/],
    ['a demo of no apps', ['demo', '--apps', '0'], /--apps/],
  ])('%s', async (_fault, args, says) => {
    const { code, stdout, stderr } = await adtally(args)
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(says)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})
