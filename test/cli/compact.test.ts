import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { csv } from '../import/import-site.ts'
import { adtally, adtallyJson, adtallyWorks, expectOneClearLine } from './run-adtally.ts'
import { serveProcess } from './spawn-adtally.ts'
import { newStudio, type Studio, studioKey, within } from './studio.ts'

/** A studio whose slice was stated in January, and restated in February and March. */
async function restatedStudio(): Promise<Studio> {
  const studio = await newStudio()
  for (const month of [1, 2, 3]) {
    const path = join(studio.folder, `${month}.csv`)
    await writeFile(path, csv([`2026-01-01,zap,ownnet,video,US,${month},${month}`]))
    const file = { files: [{ name: 'figures.csv', path }] }
    const now = () => new Date(`2026-0${month}-01T06:00:00Z`)
    await within(studio.directory, ({ call }) => call(importFigures, {}, file), now)
  }
  return studio
}

describe('adtally compact', () => {
  test('tells what it would drop, drops it, and tells what it freed', async () => {
    const { options } = await restatedStudio()
    const dry = await adtallyWorks(['compact', '--before', '2026-03-01', '--dry-run'], options)
    expect(dry).toBe(
      'Superseded versions of slices (day, app, network): 1, with 1 row.\nNothing was dropped. History would begin at 2026-02-01T06:00:00Z; figures as of earlier times would be refused.\n',
    )
    const done = await adtallyWorks(['compact', '--before', '2026-03-01'], options)
    expect(done).toMatch(
      /^Dropped\. Superseded versions .*: 1, with 1 row\. Space freed in the store: [\d.,]+ MB\.\nHistory begins at 2026-02-01T06:00:00Z\.\n$/,
    )
    const undo = expectOneClearLine(await adtally(['imports', 'undo', '1'], options))
    expect(undo).toContain('2026-02-01T06:00:00Z')
    const [event] = await adtallyJson(['audit', '--action', 'history_compacted'], options)
    expect(event).toMatchObject({ facts: { since: '2026-02-01T06:00:00Z', slices: 1, rows: 1 } })
  })

  test('runs while a server serves, which refuses earlier times at once', async () => {
    const { options } = await restatedStudio()
    const server = await serveProcess([], options)
    const report = (asOf: string) =>
      fetch(
        `${server.baseUrl}/api/v2/publisher/report?key=${studioKey}&start_date=2026-01-01&end_date=2026-01-31&metrics=impressions&as_of=${asOf}`,
      )
    expect((await report('2026-01-02T00:00:00Z')).status).toBe(200)
    const found = await adtallyJson(['compact', '--keep', '1'], options)
    // The last version that was replaced stays: see the last entry's rows.
    expect(found).toMatchObject({ history_since: '2026-03-01T06:00:00Z', slices: 1 })
    const refused = await report('2026-01-02T00:00:00Z')
    expect(refused.status).toBe(410)
    expect(await refused.json()).toMatchObject({ code: 'history_compacted' })
    const { totals } = (await (await report('2026-03-02T00:00:00Z')).json()) as {
      totals: { impressions: number }
    }
    expect(totals.impressions).toBe(3)
    expect(await server.stop()).toBe(0)
  })

  test('takes the number of days from the setting, and asks for one without it', async () => {
    const { options } = await restatedStudio()
    const line = expectOneClearLine(await adtally(['compact'], options))
    expect(line).toContain('--before')
    expect(line).toContain('ADTALLY_HISTORY_DAYS')
    const env = { ...options.env, ADTALLY_HISTORY_DAYS: '30' }
    const found = await adtallyJson(['compact', '--dry-run'], { ...options, env })
    expect(found).toMatchObject({ horizon_entry: 3 })
    const bad = { ...options.env, ADTALLY_HISTORY_DAYS: 'never' }
    expectOneClearLine(await adtally(['compact'], { ...options, env: bad }))
    expectOneClearLine(await adtally(['compact', '--keep', 'x'], options))
  })

  test('of an installation without imports drops nothing', async () => {
    const { options } = await newStudio()
    expect(await adtallyWorks(['compact', '--keep', '30'], options)).toBe(
      'Nothing was imported before then, so there is nothing to drop.\n',
    )
  })
})
