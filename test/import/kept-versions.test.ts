import { expect, test } from 'vitest'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { openSite } from './import-site.ts'
import { readDataFile } from './past-versions.ts'

const row = (day: string, country: string, figures: string) =>
  `2026-03-${day},zap-ios,ownnet,video,${country},${figures}`

// It looks at the tables of the embedded file itself.
test('what was replaced is kept with the import that brought it and the entry that replaced it', async () => {
  const site = await openSite()
  await site.importLines([
    row('01', 'US', '10,1'),
    row('01', 'DE', '5,0.5'),
    row('02', 'US', '7,0.7'),
  ])
  await site.importLines([row('01', 'US', '20,2')])
  await site.call(undoImport, { id: 2 })
  const versions = 'CAST(day AS VARCHAR), impressions, revenue_micros, since, until'
  const [pastFigures, pastSlices, standing] = await readDataFile(site, [
    `SELECT ${versions} FROM past_figures ORDER BY since, impressions`,
    `SELECT ${versions}, import_id FROM past_slices ORDER BY since`,
    'SELECT CAST(day AS VARCHAR), impressions, since, import_id FROM slices ORDER BY day',
  ])
  expect(pastFigures).toEqual([
    ...['2026-03-01 5 500000 1 2', '2026-03-01 10 1000000 1 2'],
    '2026-03-01 20 2000000 2 3',
  ])
  expect(pastSlices).toEqual(['2026-03-01 15 1500000 1 2 1', '2026-03-01 20 2000000 2 3 2'])
  expect(standing).toEqual(['2026-03-01 15 3 1', '2026-03-02 7 1 1'])
})
