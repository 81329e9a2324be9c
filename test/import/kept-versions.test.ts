import { expect, test } from 'vitest'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { openSite } from './import-site.ts'
import { readDataFile } from './past-versions.ts'

const row = (day: string, country: string, figures: string) =>
  `2026-03-${day},zap-ios,ownnet,video,${country},${figures}`

// This test reads the tables of the DuckDB file.
test('replaced figures are stored with their import and the entry that replaced them', async () => {
  const site = await openSite()
  await site.importLines([
    row('01', 'US', '10,1'),
    row('01', 'DE', '5,0.5'),
    row('02', 'US', '7,0.7'),
  ])
  await site.importLines([row('01', 'US', '20,2')])
  await site.call(undoImport, { id: 2 })
  const versions = 'CAST(day AS VARCHAR), impressions, revenue_micros, since, until'
  const [pastFigures, pastSlices, currentSlices] = await readDataFile(site, [
    `SELECT ${versions} FROM past_figures ORDER BY since, impressions`,
    `SELECT ${versions}, import_id FROM past_slices ORDER BY since`,
    'SELECT CAST(day AS VARCHAR), impressions, since, import_id FROM slices ORDER BY day',
  ])
  expect(pastFigures).toEqual([
    ...['2026-03-01 5 500000 1 2', '2026-03-01 10 1000000 1 2'],
    '2026-03-01 20 2000000 2 3',
  ])
  expect(pastSlices).toEqual(['2026-03-01 15 1500000 1 2 1', '2026-03-01 20 2000000 2 3 2'])
  expect(currentSlices).toEqual(['2026-03-01 15 3 1', '2026-03-02 7 1 1'])
})

test('importing a file three times copies no figures to the past', async () => {
  const site = await openSite()
  const rows = [row('01', 'US', '10,1'), row('01', 'DE', '5,0.5'), row('02', 'US', '7,0.7')]
  for (let time = 0; time < 3; time++) await site.importLines(rows)
  const [pastFigures, pastSlices, figures, changes] = await readDataFile(site, [
    'SELECT count(*) FROM past_figures',
    'SELECT import_id, until, count(*) FROM past_slices GROUP BY ALL ORDER BY ALL',
    'SELECT since, count(*) FROM figures GROUP BY ALL',
    'SELECT entry, count(*) FROM changes GROUP BY ALL',
  ])
  expect(pastFigures).toEqual(['0'])
  expect(pastSlices).toEqual(['1 2 2', '2 3 2'])
  expect(figures).toEqual(['1 3'])
  expect(changes).toEqual(['1 2'])
})

test('a fingerprint of another version is recomputed before it is compared', async () => {
  const site = await openSite()
  await site.importLines([row('01', 'US', '10,1'), row('02', 'US', '7,0.7')])
  await readDataFile(site, ['UPDATE slices SET fingerprint = 17, fingerprint_version = 0'])
  await site.open()
  await site.importLines([row('01', 'US', '10,1'), row('02', 'US', '8,0.7')])
  const [changes, pastFigures] = await readDataFile(site, [
    'SELECT entry, CAST(day AS VARCHAR) FROM changes WHERE entry = 2',
    'SELECT CAST(day AS VARCHAR), impressions FROM past_figures',
  ])
  expect(changes).toEqual(['2 2026-03-02'])
  expect(pastFigures).toEqual(['2026-03-02 7'])
})
