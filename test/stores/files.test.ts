import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openEngine } from '../../src/staging/open-engine.ts'
import { ScratchDatabase } from '../../src/staging/scratch-database.ts'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { adtally, adtallyWorks, expectOneClearLine } from '../cli/run-adtally.ts'
import { spawnAdtally } from '../cli/spawn-adtally.ts'
import { newFolder, newStudio } from '../cli/studio.ts'
import { mountSmallDisk, whyNoDisks } from './small-disk.ts'

const modeOf = async (path: string): Promise<string> =>
  ((await stat(path)).mode & 0o777).toString(8)

test('only the owner can read files that Adtally writes, whatever the umask', async () => {
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

test('a data directory that others could read is closed to them; its group keeps its rights', async () => {
  const folder = await newFolder()
  const directory = join(folder, 'data')
  await mkdir(directory)
  await chmod(directory, 0o755)
  await adtallyWorks(['accounts', 'create', 'studio', '--data-dir', directory])
  expect(await modeOf(directory)).toBe('750')
})

test('the engine loads nothing from the network, and obeys its limits', async () => {
  const limits = { memoryLimit: '300MB', spillLimit: '40MB' }
  const instance = await openEngine({ ...limits, path: ':memory:', threads: 1 })
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

describe('what a statement writes to disk is bounded', () => {
  const limits = { memoryLimit: '50MB', spillLimit: '5MB' }
  const sorted =
    'CREATE TEMP TABLE sorted AS SELECT range, hash(range) FROM range(3000000) ORDER BY 2'

  test.each(['figures', 'a scratch'])('in %s', async (kind) => {
    const folder = await newFolder()
    const spill = join(folder, 'spill')
    const database =
      kind === 'figures'
        ? await DuckdbDatabase.open({
            ...limits,
            path: join(folder, 'figures.duckdb'),
            threads: 1,
            spillDirectory: spill,
          })
        : await ScratchDatabase.open(1, spill, limits)
    const sorting = database.withConnection((connection) => connection.run(sorted))
    await expect(sorting).rejects.toThrow(/^Out of Memory Error.*\/4\.7 MiB used/)
    database.close()
  })
})

test('the limits of the engine can be set', async () => {
  const { options } = await newStudio()
  const env = { ...options.env, ADTALLY_MEMORY_LIMIT: '200MB', ADTALLY_SPILL_LIMIT: '100MB' }
  await adtallyWorks(['import', 'stats', 'stats.csv'], { ...options, env })
})

describe.skipIf(whyNoDisks !== null)(`on its own disk (${whyNoDisks ?? 'mounted'})`, () => {
  test('a read-only mount is reported as such, not as damage', async () => {
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
