import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addDestination } from '../../src/use-cases/destinations/add-destination.ts'
import { changeDestination } from '../../src/use-cases/destinations/change-destination.ts'
import { showDestination } from '../../src/use-cases/destinations/show-destination.ts'
import { testDestination } from '../../src/use-cases/destinations/test-destination.ts'
import { openSite } from '../import/import-site.ts'
import { mountSmallDisk, whyNoDisks } from '../stores/small-disk.ts'
import { manifestIn } from './parquet-reader.ts'
import { fill } from './warehouse-site.ts'

test.skipIf(whyNoDisks)(
  `a folder on a disk that is full or read-only keeps its copy, and is filled when it has space${whyNoDisks ? `: ${whyNoDisks}` : ''}`,
  async () => {
    const disk = await mountSmallDisk(8)
    const folder = join(disk.path, 'warehouses')
    mkdirSync(folder)
    const site = await openSite()
    await site.close()
    site.directory = { ...site.directory, warehouses: { folder, allowPrivate: false } }
    await site.open()
    const ofLake = { username: 'studio', name: 'lake' }
    const importRows = (impressions: number) =>
      site.importLines(
        Array.from(
          { length: 20_000 },
          (_, row) => `2026-03-01,zap-ios,admob,banner,US,${impressions},0.${row},tag-${row}`,
        ),
        { columns: 'date,app_id,network,format,country,impressions,revenue,ad_tag' },
      )
    await importRows(1)
    await site.call(addDestination, { ...ofLake, kind: 'parquet', address: 'lake' })
    await fill(site)
    const failsWith = async (error: string, entry: number) => {
      await importRows(entry + 1)
      await site.call(changeDestination, { ...ofLake, state: 'on' })
      await fill(site)
      expect(await site.call(showDestination, ofLake)).toMatchObject({
        entry,
        last_error: `The folder of Parquet files: ${error}`,
      })
      expect(manifestIn(join(folder, 'lake'), 'studio')).toMatchObject({ entry })
      expect(await site.call(testDestination, ofLake)).toMatchObject({ works: true })
      // The current file, and those before it; none of the step that failed, and no draft.
      expect(readdirSync(join(folder, 'lake/studio/figures'))).toHaveLength(entry)
      expect(readdirSync(join(folder, 'lake/studio/apps'))).toHaveLength(1)
    }
    const filled = async (entry: number) => {
      await site.call(changeDestination, { ...ofLake, state: 'on' })
      await fill(site)
      expect(await site.call(showDestination, ofLake)).toMatchObject({ entry, last_error: null })
    }
    disk.fill(16_384)
    await failsWith('ENOSPC: no space left on device', 1)
    disk.empty()
    await filled(2)
    disk.remount('ro')
    await failsWith('EROFS: read-only file system', 2)
    disk.remount('rw')
    await filled(3)
  },
)
