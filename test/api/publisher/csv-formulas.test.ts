import { parse } from 'csv-parse/sync'
import { expect, onTestFinished, test } from 'vitest'
import { serveReports } from '../../fixtures/report-server.ts'
import { openSite, readRejects, studioKey } from '../../import/import-site.ts'

test('no identifier, name or rejected cell runs as a formula', async () => {
  const site = await openSite()
  await site.importApps(`app_id,publisher,app_name,platform
=cmd|x,studio,"
=HYPERLINK(A1)",ios
-1+1,studio,"  @SUM(A1)",android
plain,studio,Plain - 1,ios
`)
  const summary = await site.importLines(
    [
      '2026-03-01,=cmd|x,ownnet,video,US,1,-1.5',
      '2026-03-01,-1+1,ownnet,video,US,1,1',
      '2026-03-01,plain,ownnet,video,US,1,1',
      '2026-03-01,=cmd|x,admob,video,US,1,-1.5',
      '2026-03-01,=cmd|x,admob,video,XX,1,-1.5',
    ],
    { skipBadRows: true },
  )
  const server = serveReports(site.installation)
  onTestFinished(() => server.close())
  const query = new URLSearchParams({
    key: studioKey,
    format: 'csv',
    start_date: '2026-03-01',
    end_date: '2026-03-01',
  })
  const { body } = await server.get(`/api/publisher/studio/?${query}`)
  const rows = parse(body, { columns: true }) as Record<string, string>[]
  expect(rows.map(({ Identifier, Name }) => [Identifier, Name]).sort()).toEqual([
    ["'-1+1", "'  @SUM(A1)"],
    ["'=cmd|x", "'\n=HYPERLINK(A1)"],
    ['plain', 'Plain - 1'],
  ])
  // A number can be corrected and imported again.
  const rejects = await readRejects(summary.reject_file)
  expect(rejects.map((row) => [row.app_id, row.revenue])).toEqual([
    ["'=cmd|x", '-1.5'],
    ["'=cmd|x", '-1.5'],
  ])
})
