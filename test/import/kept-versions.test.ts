import { expect, test } from 'vitest'
import { openSite } from './import-site.ts'
import { readDataFile } from './past-versions.ts'

const row = (day: string, country: string, figures: string) =>
  `2026-03-${day},zap-ios,ownnet,video,${country},${figures}`

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
