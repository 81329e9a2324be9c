import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readServeConfig } from '../../src/config/serve.ts'
import { adtallyWorks } from '../cli/run-adtally.ts'
import { newFolder, newStudio } from '../cli/studio.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const unit = readFileSync(join(deploy, 'adtally.service'), 'utf8')
const backupUnit = readFileSync(join(deploy, 'adtally-backup.service'), 'utf8')

/** The values of a directive. */
const valuesOf = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!)

const isInstalled = spawnSync('systemd-analyze', ['--version']).status === 0

// In CI, it must be there.
describe.skipIf(!isInstalled && !process.env.CI)('with systemd-analyze', () => {
  test.each([
    ['adtally.service', unit],
    ['adtally-backup.service', backupUnit],
    ['adtally-backup.timer', readFileSync(join(deploy, 'adtally-backup.timer'), 'utf8')],
  ])('%s has no faults', async (name, text) => {
    const root = await newFolder()
    // Adtally is not installed, so any program takes its place.
    await mkdir(join(root, 'systemd'))
    const path = join(root, 'systemd', name)
    await writeFile(path, text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
    await writeFile(
      join(root, 'systemd', 'adtally-backup.service'),
      backupUnit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`),
    )
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
      encoding: 'utf8',
    })
    const about = verified.stderr.split('\n').filter((line) => line.includes(name))
    expect({ status: verified.status, about }).toEqual({ status: 0, about: [] })
  })

  test.each(['adtally.service', 'adtally-backup.service'])(
    'what %s may do is rated at most 2 of 10',
    (name) => {
      const options = ['security', '--offline=yes', '--threshold=20', '--no-pager']
      const rated = spawnSync('systemd-analyze', [...options, join(deploy, name)])
      expect(rated.status, `${rated.stderr}`).toBe(0)
    },
  )
})

test('the unit gives the server more time to end than it takes', () => {
  const [seconds] = valuesOf('TimeoutStopSec')
  const { shutdownTimeoutMs } = readServeConfig({}, {})
  expect(Number(seconds) * 1_000).toBeGreaterThan(shutdownTimeoutMs + 5_000)
})

test("the unit's command line is one of Adtally's, and finds its settings", async () => {
  const [command] = valuesOf('ExecStart')
  expect(command).toMatch(/^\/opt\/adtally\/node_modules\/\.bin\/adtally serve$/)
  const [name, path] = valuesOf('Environment')[0]!.split('=')
  expect([name, path]).toEqual(['ADTALLY_CONFIG', '/etc/adtally/adtally.toml'])
  const env = { [name!]: join(deploy, 'adtally.toml') }
  const printed = await adtallyWorks(['config', ...command!.split(' ').slice(2)], { env })
  expect(printed).toMatch(/^data-dir +\/var\/lib\/adtally +\S+adtally\.toml:\d+$/m)
  expect(`/var/lib/${valuesOf('StateDirectory')[0]}`).toBe('/var/lib/adtally')
})

test("the backup's command line makes backups, twice in a row", async () => {
  const { folder, options } = await newStudio()
  const [command] = [...backupUnit.matchAll(/^ExecStart=\S+\/adtally (.*)$/gm)].map(
    ([, words]) => words!,
  )
  const target = join(folder, 'backups')
  const args = command!.split(' ').map((word) => word.replace('/var/backups/adtally', target))
  for (const _night of [1, 2]) await adtallyWorks(args, options)
  expect(await readdir(target)).toHaveLength(2)
})
