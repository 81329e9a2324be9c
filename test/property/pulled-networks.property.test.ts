import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { openPulledSite, type PulledSite } from '../connections/pulled-site.ts'
import { appNumber, Truth, type TruthApp } from '../fake-networks/truth.ts'
import { caseCount, propertyTimeoutMs } from './batches.ts'
import { mediated, pulledCase } from './pulled-events.ts'
import { PulledStudio } from './pulled-studio.ts'

const truth = new Truth({ mediated, countries: ['US', 'DE'] })
let site: PulledSite
beforeAll(async () => {
  site = await openPulledSite(truth)
  await addApps(site)
})
afterAll(() => site.close())

test('whatever happens, in the end figures are what the networks say, and nothing counts twice', {
  timeout: propertyTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(pulledCase, async ({ connected, events, resumes }) => {
      const studio = new PulledStudio(site)
      for (const name of connected) await studio.connect(name)
      for (const event of events) await studio.happen(event)
      await studio.settle(resumes)
      await studio.expectSettled()
      await studio.leave()
      // The next case has days of its own.
      site.pass(24 * 5)
    }),
    { numRuns: Math.min(Math.ceil(caseCount / 2), 300), endOnFailure: true },
  )
})

/** The apps of the mediation. Vungle's are the same; Mintegral's are not linked, so they exist twice. */
async function addApps({ installation: { call } }: PulledSite): Promise<void> {
  const idOf = ({ package: name, platform }: TruthApp) => `${name}.${platform}`
  const rows = truth.size.apps.map((app) => {
    const isIos = app.platform === 'ios'
    const packages = isIos ? [app.package, ''] : ['', app.package]
    return [idOf(app), 'studio', app.name, app.platform, ...packages].join(',')
  })
  const columns = 'app_id,publisher,app_name,platform,app_bundle_id,android_package'
  const path = join(await mkdtemp(join(tmpdir(), 'adtally-apps-')), 'apps.csv')
  await writeFile(path, [columns, ...rows].join('\n'))
  await call(importApps, {}, { files: [{ name: 'apps.csv', path }] })
  for (const app of truth.size.apps) {
    const networkAppId = appNumber('vungle', app)
    await call(linkApp, { network: 'vungle', networkAppId, appId: idOf(app) })
  }
}
