import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, test } from 'vitest'
import { engineSettings } from '../../src/staging/engine-limits.ts'
import { adtally, adtallyWorks, expectOneClearLine } from '../cli/run-adtally.ts'
import { spawnAdtally } from '../cli/spawn-adtally.ts'
import { newFolder, newStudio } from '../cli/studio.ts'
import { mountSmallDisk, whyNoDisks } from './small-disk.ts'

const modeOf = async (path: string): Promise<string> =>
  ((await stat(path)).mode & 0o777).toString(8)

test('nobody else can read what Adtally writes, whatever the shell allows', async () => {
  const folder = await newFolder()
  const directory = join(folder, 'data')
  const options = ['accounts', 'create', 'studio', '--data-dir', directory]
  expect(await spawnAdtally(options)).toMatchObject({ code: 0 })
  expect(await modeOf(directory)).toBe('700')
  for (const name of await readdir(directory)) {
    expect([name, await modeOf(join(directory, name))]).toEqual([
      name,
      expect.stringMatching(/00$/),
    ])
  }
})

test('a data directory that others could read is closed to them; its group keeps what it had', async () => {
  const folder = await newFolder()
  const directory = join(folder, 'data')
  await mkdir(directory)
  await chmod(directory, 0o755)
  await adtallyWorks(['accounts', 'create', 'studio', '--data-dir', directory])
  expect(await modeOf(directory)).toBe('750')
})

test('the engine loads nothing from the network, and keeps to its limits', async () => {
  const limits = { memoryLimit: '300MB', spillLimit: '40MB' }
  const instance = await DuckDBInstance.create(':memory:', engineSettings(limits))
  const connection = await instance.connect()
  const names = [
    'autoinstall_known_extensions',
    'autoload_known_extensions',
    'memory_limit',
    'max_temp_directory_size',
  ]
  const values = names.map((name) => `current_setting('${name}')::VARCHAR`)
  const [row] = (await connection.runAndReadAll(`SELECT ${values.join(', ')}`)).getRows()
  expect(row).toEqual(['false', 'false', '286.1 MiB', '38.1 MiB'])
  await expect(connection.run("SELECT * FROM sqlite_scan('x', 'y')")).rejects.toThrow(/sqlite_scan/)
  connection.closeSync()
  instance.closeSync()
})

test('the limits of the engine are settings', async () => {
  const { options } = await newStudio()
  const env = { ...options.env, ADTALLY_MEMORY_LIMIT: '200MB', ADTALLY_SPILL_LIMIT: '100MB' }
  await adtallyWorks(['import', 'stats', 'stats.csv'], { ...options, env })
})

describe.skipIf(whyNoDisks !== null)(`on a disk of its own (${whyNoDisks ?? 'mounted'})`, () => {
  test('a read-only mount is called that, and not damage', async () => {
    const disk = await mountSmallDisk(64)
    const directory = join(disk.path, 'data')
    await adtallyWorks(['accounts', 'create', 'studio', '--data-dir', directory])
    disk.remount('ro')
    for (const args of [
      ['accounts', 'list'],
      ['serve', '--port', '0'],
    ]) {
      const line = expectOneClearLine(await adtally([...args, '--data-dir', directory]))
      expect(line).toMatch(/cannot be written.*[Rr]ead-only file system/)
      expect(line).not.toMatch(/backup|damaged/)
    }
    disk.remount('rw')
    await adtallyWorks(['accounts', 'list', '--data-dir', directory])
  })
})
