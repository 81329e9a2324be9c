import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordForCli } from '../../src/cli/word-for-cli.ts'
import type { GivenFile } from '../../src/sources/readers/input-file.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { Inbox } from '../../src/use-cases/inbox/inbox.ts'
import { importRates } from '../../src/use-cases/rates/import-rates.ts'
import { setPassword } from '../../src/use-cases/set-password.ts'
import { formatDay } from '../../src/values/day.ts'
import { ImportClient } from '../api/v2-publisher/import-client.ts'
import { openPulledSite, type PulledSite } from '../connections/pulled-site.ts'
import { Truth } from '../fake-networks/truth.ts'
import { ended, upload } from '../fixtures/dashboard-uploads.ts'
import { signedIn, type Visitor } from '../fixtures/dashboard-visitor.ts'
import { serveReports } from '../fixtures/report-server.ts'
import { caseCount, propertyTimeoutMs } from './batches.ts'
import {
  type Currency,
  days,
  dollarsForEuro,
  earned,
  exportsOf,
  type Name,
  type Report,
} from './first-day-reports.ts'
import { PulledFigures } from './pulled-figures.ts'

// Revenue of Unity Ads and AdMob is in MAX's report too, a little different, and each report names the apps in its own
// way. Whatever comes first and however it comes, the totals are the same.

/** A studio, and the doors through which its reports come in. */
interface Studio {
  readonly site: PulledSite
  readonly currency: Currency
  readonly folder: string
  readonly client: ImportClient
  readonly visitor: Visitor
}

const files: Readonly<Record<string, (studio: Studio, report: Report) => Promise<void>>> = {
  command: async ({ site, folder }, [name, text]) => {
    const path = join(folder, name)
    await writeFile(path, text)
    const given = { files: [{ name, path }] }
    await site.installation.call(importFigures, { createApps: 'studio' }, given)
  },
  http: async ({ client }, report) => {
    const answer = await client.form([
      ['create_apps', 'true'],
      ['file', report],
    ])
    expect(answer.statusCode, answer.body).toBe(201)
  },
  dashboard: async ({ visitor }, report) => {
    const parts = [['create_apps', 'true'] as const, ['file', report] as const]
    const preview = await ended(visitor, await upload(visitor, [['dry_run', 'true'], ...parts]))
    expect(preview).toMatchObject({ state: 'done', problem: null })
    const view = await ended(visitor, await upload(visitor, parts))
    expect(view).toMatchObject({ state: 'done', problem: null })
  },
  inbox: async ({ site, folder }, [name, text]) => {
    const drop = join(folder, 'inbox')
    await mkdir(drop, { recursive: true })
    const { call } = site.installation
    const take = (files: readonly GivenFile[]) =>
      call(importFigures, { createApps: 'studio' }, { files })
    const inbox = new Inbox(drop, take, {
      report: () => undefined,
      warn: (message) => expect.fail(message),
      word: wordForCli,
    })
    await inbox.open()
    await writeFile(join(drop, name), text)
    await inbox.look()
    await inbox.look()
  },
}

/** How a network's report comes: from a connection, or as one of its exports by one of the ways for files. */
interface Arrival {
  readonly name: Name
  readonly way: string
  readonly nth: number
}

const names = Object.keys(exportsOf) as Name[]

const arrivalOf = (name: Name): fc.Arbitrary<Arrival> =>
  fc.record({
    name: fc.constant(name),
    way: fc.constantFrom('connection', ...Object.keys(files)),
    nth: fc.nat(exportsOf[name].length - 1),
  })

/** Each report once, in any order, and up to two of them again. */
const arrivals = fc
  .tuple(
    fc.shuffledSubarray(names, { minLength: names.length }),
    fc.array(fc.constantFrom(...names), { maxLength: 2 }),
  )
  .chain(([order, again]) => fc.tuple(...[...order, ...again].map(arrivalOf)))

const cases = fc.record({
  currency: fc.constantFrom<Currency>('USD', 'EUR'),
  arrivals,
  /** Days of which a network's own report says nothing. */
  silent: fc.array(fc.tuple(fc.constantFrom('admob', 'unityads'), fc.constantFrom(...days)), {
    maxLength: 2,
  }),
})

test('the first day gives one total, in any order, by files and connections, in USD and EUR', {
  timeout: propertyTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ currency, arrivals, silent }) => {
      const mediated = ['admob', 'unityads', 'mintegral']
      const truth = new Truth({ mediated, countries: ['US', 'DE'], adUnits: 2 })
      for (const [network, day] of silent) truth.withhold(network, day)
      await withStudio(truth, currency, async (studio) => {
        // Days of connections wait for rates; files need them.
        let hasRates = currency === 'USD'
        for (const arrival of arrivals) {
          if (!hasRates && arrival.way !== 'connection') {
            await addRates(studio)
            hasRates = true
          }
          await arrive(studio, arrival)
        }
        if (!hasRates) await addRates(studio)
        await studio.site.pullDue()
        await expectEarned(studio, truth)
      })
    }),
    { numRuns: Math.min(Math.ceil(caseCount / 3), 200), endOnFailure: true },
  )
})

async function withStudio(
  truth: Truth,
  currency: Currency,
  work: (studio: Studio) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'adtally-first-day-'))
  const site = await openPulledSite(truth, '2026-03-10T14:00:00Z', undefined, undefined, currency)
  const { call, keys } = site.installation
  await call(setPassword, { username: 'studio', password: 'a password of a studio' })
  const scope = { permissions: ['import'], apps: null, expiresAtMs: null } as const
  const { key } = await keys.create('studio', 'importer', scope)
  const server = serveReports(site.installation)
  const visitor = await signedIn(server, 'studio', 'a password of a studio')
  const client = new ImportClient(server, 'studio', key)
  try {
    await work({ site, currency, folder, client, visitor })
  } finally {
    await server.close()
    await site.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function arrive({ site, ...doors }: Studio, { name, way, nth }: Arrival): Promise<void> {
  const { fake, connect, pullDue, installation } = site
  const studio = { site, ...doors }
  if (way !== 'connection') {
    return files[way]!(studio, exportsOf[name][nth]!(fake.truth, studio.currency))
  }
  const known = await installation.connections.list()
  if (known.some(({ connector }) => connector === name)) return
  const { currency: _, ...given } = fake.networks.get(name)!.given
  await connect(name, { values: given, startDate: formatDay(days[0]!) })
  await pullDue()
}

async function addRates({ site, folder }: Studio): Promise<void> {
  const path = join(folder, 'ecb.csv')
  const lines = Object.entries(dollarsForEuro).map(([day, rate]) => `${day},${rate},`)
  await writeFile(path, ['Date,USD,', ...lines, ''].join('\n'))
  await site.installation.call(importRates, {}, { files: [{ name: 'ecb.csv', path }] })
}

/** The figures of each day, network and app, and each app once. */
async function expectEarned({ site, currency }: Studio, truth: Truth): Promise<void> {
  const { accounts, apps, connections } = site.installation
  const { id } = await accounts.get('studio')
  const found = (await apps.ofAccount(id)).map(({ name, platform }) => `${name} ${platform}`)
  expect(found.sort()).toEqual(truth.size.apps.map((app) => `${app.name} ${app.platform}`).sort())
  for (const { name } of await connections.list()) {
    const { done, failed, held, waiting } = (await site.show(name)).days
    expect({ done, failed, held, waiting }, name).toMatchObject({ failed: 0, held: 0, waiting: 0 })
  }
  const counted = await PulledFigures.counted(site, '2026-01-01', '2026-12-31')
  expect(counted.lines).toEqual(PulledFigures.ofTruth(earned(truth, currency)).lines)
}
