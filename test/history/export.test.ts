import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ExportContext, exportAccount } from '../../src/use-cases/export/export-account.ts'
import { ExportFolder } from '../../src/use-cases/export/export-folder.ts'
import type { Services } from '../../src/use-cases/services.ts'
import { openSite } from '../import/import-site.ts'

test('an export is refused once figures of its state were compacted, and leaves no file of them', async () => {
  const site = await openSite()
  const { installation } = site
  const first = await site.importLines([
    '2026-01-31,zap-ios,admob,video,US,100,1',
    '2026-01-31,euro-app,admob,video,US,5,2.5',
  ])
  const changed = await site.importLines(['2026-01-31,zap-ios,admob,video,US,99,1'])
  await installation.horizons.moveTo({ entry: changed.import, sinceMs: 0 })
  const folder = join(site.root, 'export')
  const context: ExportContext = {
    services: installation as unknown as Services,
    folder: await ExportFolder.open(folder),
    manifest: {
      format: 2,
      installation: '',
      generation: 0,
      entry: 0,
      as_of: null,
      accounts: {},
    },
    scope: { from: null, to: null, force: false, entry: first.import },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  }
  const exported = async (username: string) =>
    exportAccount(context, await installation.accounts.get(username))
  await expect(exported('studio')).rejects.toMatchObject({ code: 'export_compacted' })
  expect(await readdir(join(folder, 'studio'))).toEqual([])
  expect(await exported('euros')).toMatchObject({ written: 1 })
})
