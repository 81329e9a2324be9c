import { expect, test } from 'vitest'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { parseDay } from '../../src/values/day.ts'
import { header, openSite } from './import-site.ts'

const columns = `${header},ad_tag`

test('the names in the figures of a scope are those of its own apps, now', async () => {
  const site = await openSite()
  const { accounts, apps, ledger } = site.installation
  const [studio, euros] = await Promise.all(['studio', 'euros'].map((name) => accounts.get(name)))
  const keys = new Map((await apps.ofAccount(studio!.id)).map((app) => [app.appId, app.key]))
  const seen = (account: number, ...appIds: string[]) =>
    ledger.seenValues({
      account,
      apps: appIds.length === 0 ? null : appIds.map((appId) => keys.get(appId)!),
    })
  const nothing = {
    networks: [],
    formats: [],
    countries: [],
    adTags: [],
    hasMoreAdTags: false,
    sources: [],
  }
  expect(await seen(studio!.id)).toEqual({ ...nothing, days: null })

  await site.importLines(
    [
      '2026-03-02,zap-ios,zeta,video,US,1,1,ｚ',
      '2026-03-02,zap-ios,admob,banner,DE,1,1,😀',
      '2026-03-05,brick,a_1,native,FR,1,1,',
      '2026-03-01,euro-app,pangle,rewarded,ES,1,1,menu',
    ],
    { columns },
  )
  const later = await site.importLines(['2026-03-09,brick,mintegral,splash,JP,1,1,late'], {
    columns,
  })
  await site.importLines(['2026-03-01,zap-ios,firebase,US,1', '2026-03-12,brick,adjust,US,1'], {
    columns: 'date,app_id,source,country,dau',
  })
  expect(await seen(studio!.id)).toEqual({
    networks: ['a_1', 'admob', 'mintegral', 'zeta'],
    formats: ['banner', 'native', 'splash', 'video'],
    countries: ['DE', 'FR', 'JP', 'US'],
    // By their UTF-8 bytes.
    adTags: ['default', 'late', 'ｚ', '😀'],
    hasMoreAdTags: false,
    sources: ['adjust', 'firebase'],
    days: { firstDay: parseDay('2026-03-02'), lastDay: parseDay('2026-03-09') },
  })
  await site.call(undoImport, { id: later.import })
  const brick = {
    networks: ['a_1'],
    formats: ['native'],
    countries: ['FR'],
    adTags: ['default'],
    hasMoreAdTags: false,
    sources: ['adjust'],
    days: { firstDay: parseDay('2026-03-05'), lastDay: parseDay('2026-03-05') },
  }
  expect(await seen(studio!.id, 'brick')).toEqual(brick)
  expect((await seen(euros!.id)).networks).toEqual(['pangle'])
})

test('at most a thousand ad tags are told', async () => {
  const site = await openSite()
  const { accounts, ledger } = site.installation
  const { id } = await accounts.get('studio')
  const lines = Array.from({ length: 1_001 }, (_, nth) => {
    return `2026-03-02,brick,admob,video,US,1,1,tag-${String(nth).padStart(4, '0')}`
  })
  await site.importLines(lines, { columns })
  const { adTags, hasMoreAdTags } = await ledger.seenValues({ account: id, apps: null })
  expect(hasMoreAdTags).toBe(true)
  expect([adTags.length, adTags[0], adTags.at(-1)]).toEqual([1_000, 'tag-0000', 'tag-0999'])
})
