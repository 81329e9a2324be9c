import { describe, expect, test } from 'vitest'
import { sources } from '../../src/sources/all-sources.ts'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { type ImportSite, openSite, refusalOf, shareSite } from '../import/import-site.ts'
import { storedRequests } from '../import/stored-requests.ts'
import { type Fixture, fixtureFolders, fixturesOf, namedFigures, spendOf } from './fixtures.ts'

async function importFixture(site: ImportSite, fixture: Fixture) {
  const { network } = sources.get(fixture.source)!
  for (const [networkAppId, appId] of Object.entries(fixture.links)) {
    const [app] = await site.installation.apps.byIds([appId])
    await site.call(linkApp, { network, networkAppId, appId, platform: app!.platform })
  }
  return site.importStats(fixture.files, { source: 'auto', ...fixture.request })
}

/** The requests of all figures of `studio`, without their apps. */
async function requestsOf(site: ImportSite): Promise<string[]> {
  const { id } = await site.installation.accounts.get('studio')
  const [lines] = await storedRequests(site, [id])
  return lines!.map((line) => line.replace(/ \S+/, '')).sort()
}

/** The apps of `studio`, with what identifies them. */
async function appsOf({ installation: { accounts, apps } }: ImportSite) {
  return apps.ofAccount((await accounts.get('studio')).id)
}

/** The figures of `studio` by ad tag. */
async function adTagsOf(site: ImportSite): Promise<string[]> {
  const { id } = await site.installation.accounts.get('studio')
  const dimensions = ['day', 'app', 'network', 'format', 'country', 'adTag'] as const
  const lines = await site.readAccount(id, 'figures', [...dimensions])
  const line = /^(\S+) \S+ \S+ \S+ (\S+) (.+) (\d+) \d+ \d+ (-?\d+)$/
  return lines.map((one) => one.replace(line, '$1 $2 $3 $4 $5')).sort()
}

test('every source has a fixture, and every fixture has a source', () => {
  expect(fixtureFolders()).toEqual([...sources.keys()].sort())
})

const fixtures = [...sources.keys()].flatMap(fixturesOf)

describe.each(fixtures)('$name', (fixture) => {
  const source = sources.get(fixture.source)!

  test('is recognised, gives its expected figures, and changes nothing when it is imported again', async () => {
    const site = await openSite()
    const first = await importFixture(site, fixture)
    const stored = () => (fixture.isOfSpend ? spendOf(site) : namedFigures(site))
    expect(await stored()).toEqual(fixture.expected)
    expect(first).toMatchObject({
      source: source.name,
      source_title: source.title,
      day_zone: source.dayZone,
      skipped_rows: 0,
    })
    expect(await requestsOf(site)).toEqual(fixture.requests)
    expect(first.unknown_countries).toEqual(fixture.unknownCountries)
    expect(first.unknown_formats).toEqual(fixture.unknownFormats)
    expect(await adTagsOf(site)).toEqual(fixture.adTags)
    const apps = await appsOf(site)
    expect(await importFixture(site, fixture)).toMatchObject({
      created_apps: [],
      slices: first.slices,
      replaced_slices: first.slices,
      revenue: first.revenue,
    })
    expect(await stored()).toEqual(fixture.expected)
    expect(await appsOf(site)).toEqual(apps)
  })
})

describe('a file of one source', () => {
  const shared = shareSite()

  test.each(fixtures)(
    'is refused as every other source, naming the right one: $name',
    async (fixture) => {
      const { title, name } = sources.get(fixture.source)!
      for (const other of sources.values()) {
        if (other.name === fixture.source) continue
        const request = { ...fixture.request, source: other.name }
        const refusal = await refusalOf(shared().importStats(fixture.files, request))
        expect(refusal.message).toContain(`This is not "${other.title}": `)
        expect(refusal.message).toContain(`. It looks like "${title}" (\`--source ${name}\`)`)
      }
      expect(await shared().figures()).toEqual([])
    },
  )
})
