import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Installation, openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { type DemoCurrency, demoRates } from '../../src/demo/demo-rates.ts'
import { addConnection } from '../../src/use-cases/connections/add-connection.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { importRates } from '../../src/use-cases/rates/import-rates.ts'
import { setPassword } from '../../src/use-cases/set-password.ts'
import { addDays, dayMs, dayOf, formatDay } from '../../src/values/day.ts'
import type { FakeNetworks } from './start.ts'
import { appNumber, type TruthApp } from './truth.ts'

const connected = [
  ...['admob', 'applovin-max', 'inmobi', 'mintegral'],
  ...['pangle', 'unity-ads', 'vungle'],
]
/** Only a folder with this file is a demo's, and may be deleted. */
const markerName = 'demo-networks.txt'

/**
 * Creates the account `studio` with a connection to each network of the demo, and fetches their days as if
 * it were yesterday: waiting for networks only makes the clock go on.
 *
 * @param root deleted first
 * @param clock set to yesterday meanwhile; the fake networks have the same
 * @param days how many are fetched of each network
 * @param currency of the account; others than USD get the demo's rates
 * @returns the account's password
 * @throws Error when the folder has other data
 */
export async function prepareDemo(
  root: string,
  fake: FakeNetworks,
  clock: { aheadMs: number },
  days: number,
  currency: DemoCurrency = 'USD',
): Promise<string> {
  await emptyFolder(root)
  const password = randomBytes(9).toString('base64url')
  const nowMs = () => Date.now() + clock.aheadMs
  clock.aheadMs = -dayMs
  const directory = dataDirectory(root)
  const installation = await openInstallation(
    { ...directory, networkCalls: { ...directory.networkCalls, at: fake.base } },
    {
      use: 'serve',
      now: () => new Date(nowMs()),
      networkTime: {
        nowMs,
        wait: async (waitMs, signal) => {
          signal.throwIfAborted()
          clock.aheadMs += waitMs
        },
      },
    },
  )
  try {
    const { call, puller } = installation
    await call(createAccount, { username: 'studio', currency })
    await call(setPassword, { username: 'studio', password })
    await addApps(installation, fake, root)
    const firstDay = addDays(dayOf(nowMs()), -days)
    if (currency !== 'USD') {
      const path = join(root, 'demo-rates.csv')
      await writeFile(path, demoRates(currency, { firstDay, lastDay: dayOf(Date.now()) }))
      await call(importRates, {}, { files: [{ name: 'demo-rates.csv', path }] })
    }
    const startDate = formatDay(firstDay)
    for (const connector of connected) {
      const { given } = fake.networks.get(connector)!
      const values = { ...given, ...(connector === 'admob' && { currency }) }
      const connection = { username: 'studio', connector, values, startDate, rereadDays: 3 }
      await call(addConnection, connection)
    }
    await puller.pullDue(new AbortController().signal)
  } finally {
    await installation.close()
    clock.aheadMs = 0
  }
  return password
}

/** Changes the networks to one day later: a restated day, a missing app, a late day and a refused key. */
export function disturbDemo(fake: FakeNetworks, nowMs: number): void {
  const day = addDays(dayOf(nowMs), -3)
  const { truth } = fake
  truth.restate('mintegral', day)
  truth.vanish('pangle', day, truth.size.apps[0])
  // The newest day is asked for first.
  fake.script('inmobi', ['not-ready'])
  fake.script('unity-ads', ['log-in-again'])
}

/** Adds the apps and links each network's ids to them, because reconciliation compares app by app. */
async function addApps({ call }: Installation, { truth }: FakeNetworks, root: string) {
  const { apps } = truth.size
  const path = join(root, 'apps.csv')
  const lines = apps.map((app) => {
    const packages = app.platform === 'ios' ? `${app.package},` : `,${app.package}`
    return `${idOf(app)},studio,${app.name},${app.platform},${packages}`
  })
  const header = 'app_id,publisher,app_name,platform,app_bundle_id,android_package'
  await writeFile(path, `${[header, ...lines].join('\n')}\n`)
  await call(importApps, {}, { files: [{ name: 'apps.csv', path }] })
  for (const app of apps) {
    for (const network of ['inmobi', 'mintegral', 'pangle', 'unityads', 'vungle']) {
      await call(linkApp, { network, networkAppId: appNumber(network, app), appId: idOf(app) })
    }
    const networkAppId = `ca-app-pub-1234567890123456~${appNumber('admob', app)}`
    await call(linkApp, { network: 'admob', networkAppId, appId: idOf(app) })
  }
}

const idOf = ({ name, platform }: TruthApp): string =>
  `${name.toLowerCase().replaceAll(' ', '-')}-${platform}`

async function emptyFolder(root: string): Promise<void> {
  const names = await readdir(root).catch((): string[] => [])
  if (names.length > 0 && !names.includes(markerName)) {
    throw new Error(`${root} has other data. Choose another folder with --data-dir`)
  }
  await rm(root, { recursive: true, force: true })
  await mkdir(root, { recursive: true })
  await writeFile(
    join(root, markerName),
    'npm run demo:networks made this folder, and deletes it.\n',
  )
}
