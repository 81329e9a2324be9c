import { expect, test } from 'vitest'
import { setPasswords, signedIn } from '../../fixtures/dashboard-visitor.ts'
import type { FigureRow } from '../../fixtures/import-rows.ts'
import { openTemporaryInstallation } from '../../fixtures/installation.ts'
import { serveReports } from '../../fixtures/report-server.ts'

const most = 999_999_999_999_999

test('an import is listed when the slice that it restated had the largest possible totals', async () => {
  const installation = await openTemporaryInstallation({ inMemory: true })
  await installation.addAccount({ username: 'acme' })
  await setPasswords(installation, { acme: 'acme opens at dawn' })
  await installation.importApps([
    { app_id: 'hop', publisher: 'acme', app_name: 'Hop', platform: 'ios' },
  ])
  // 4,999 of the largest counts fit 64 bits; twice as many do not.
  const rows = (revenue: string): FigureRow[] =>
    Array.from({ length: 4_999 }, (_, nth) => ({
      date: '2026-03-01',
      app_id: 'hop',
      network: 'ownnet',
      format: 'video',
      country: 'US',
      ad_tag: `tag-${nth}`,
      impressions: most,
      revenue,
    }))
  await installation.importFigures(rows('1'))
  await installation.importFigures(rows('2'))
  const server = serveReports(installation)
  try {
    const visitor = await signedIn(server, 'acme', 'acme opens at dawn')
    const response = await visitor.get('/imports')
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json().imports).toMatchObject([
      { slices_restated: 1, impressions: '0', revenue: '4999' },
      { slices_added: 1, impressions: '4998999999999995001', revenue: '4999' },
    ])
  } finally {
    await server.close()
    await installation.remove()
  }
})
