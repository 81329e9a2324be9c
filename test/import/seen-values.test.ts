import { expect, test } from 'vitest'
import { labelNames } from '../../src/facts/label-names.ts'
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
  const nothing = Object.fromEntries(labelNames.map((label): [string, string[]] => [label, []]))
  expect(await seen(studio!.id)).toEqual({ names: nothing, cut: [], days: null })

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
  await site.importLines(
    ['2026-02-01,zap-ios,max,zeta,DE,AdMob 20,12.5,1,1', '2026-02-01,brick,levelplay,own,SE,,,1,1'],
    { columns: 'date,app_id,source,network,country,rung,floor,impressions,revenue' },
  )
  await site.importLines(['2026-02-01,zap-ios,adjust,US,7,1', '2026-02-01,brick,own,US,30,1'], {
    columns: 'date,app_id,source,country,age,cohort_users',
  })
  expect(await seen(studio!.id)).toEqual({
    names: {
      ...nothing,
      // Labels of ad figures are those of figures and details.
      network: ['a_1', 'admob', 'mintegral', 'own', 'zeta'],
      format: ['banner', 'native', 'splash', 'unknown', 'video'],
      country: ['DE', 'FR', 'JP', 'SE', 'US'],
      // By their UTF-8 bytes.
      ad_tag: ['default', 'late', 'ｚ', '😀'],
      source: ['adjust', 'firebase', 'levelplay', 'max', 'own'],
      ...unstated,
      rung: ['AdMob 20', 'default'],
      floor: ['12.5', 'unknown'],
      channel: ['unknown'],
      age: ['30', '7'],
    },
    cut: [],
    days: { firstDay: parseDay('2026-03-02'), lastDay: parseDay('2026-03-09') },
  })
  await site.call(undoImport, { id: later.import })
  expect(await seen(studio!.id, 'brick')).toEqual({
    names: {
      ...nothing,
      network: ['a_1', 'own'],
      format: ['native', 'unknown'],
      country: ['FR', 'SE'],
      ad_tag: ['default'],
      source: ['adjust', 'levelplay', 'own'],
      ...unstated,
      rung: ['default'],
      floor: ['unknown'],
      channel: ['unknown'],
      age: ['30'],
    },
    cut: [],
    days: { firstDay: parseDay('2026-03-05'), lastDay: parseDay('2026-03-05') },
  })
  expect((await seen(euros!.id)).names.network).toEqual(['pangle'])
})

/** What rows of details have that state none of these. */
const unstated = {
  placement: ['default'],
  test_group: ['unknown'],
  consent: ['unknown'],
  device_type: ['unknown'],
}

test('at most a thousand names of a label are told: those that were first reported earliest', async () => {
  const site = await openSite()
  const { accounts, ledger } = site.installation
  const { id } = await accounts.get('studio')
  const lines = Array.from({ length: 1_001 }, (_, nth) => {
    return `2026-03-02,brick,admob,video,US,1,1,tag-${String(nth).padStart(4, '0')}`
  })
  await site.importLines(lines, { columns })
  const { names, cut } = await ledger.seenValues({ account: id, apps: null })
  expect(cut).toEqual(['ad_tag'])
  const { ad_tag: tags } = names
  expect([tags.length, tags[0], tags.at(-1)]).toEqual([1_000, 'tag-0000', 'tag-0999'])
})
