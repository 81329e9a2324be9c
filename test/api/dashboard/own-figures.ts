import {
  passwords,
  setPasswords,
  signedIn,
  type Visitor,
} from '../../fixtures/dashboard-visitor.ts'
import type { AppRow, FigureRow } from '../../fixtures/import-rows.ts'
import { openTemporaryInstallation, type TestInstallation } from '../../fixtures/installation.ts'
import { serveReports, type TestServer } from '../../fixtures/report-server.ts'

/** The account that asks. Figures of the other account must never be shown. */
export const mira = { developer: 'acme', key: 'acme-key-of-some-length-0123' } as const

export const apps = [
  { app_id: 'hop-ios', publisher: 'acme', app_name: 'Hop', platform: 'ios' },
  { app_id: 'hop-android', publisher: 'acme', app_name: 'Hop', platform: 'android' },
  { app_id: 'hop-amazon', publisher: 'acme', app_name: 'Hop', platform: 'amazon' },
  { app_id: 'zoo-ios', publisher: 'acme', app_name: 'Zoo', platform: 'ios' },
  { app_id: 'bare-ios', publisher: 'acme', app_name: 'Bare', platform: 'ios' },
  { app_id: 'rival-ios', publisher: 'rival', app_name: 'Rival', platform: 'ios' },
] as const satisfies readonly AppRow[]

/** Parses `date app network format country impressions clicks installs revenue`; `-` is an unknown count. */
export function figure(line: string): FigureRow {
  const [day, app_id, network, format, country, impressions, clicks, installs, revenue] =
    line.split(/ +/) as [string, string, string, string, string, string, string, string, string]
  return {
    date: `2026-${day}`,
    app_id,
    network,
    format,
    country,
    impressions: Number(impressions),
    ...(clicks !== '-' && { clicks: Number(clicks) }),
    ...(installs !== '-' && { installs: Number(installs) }),
    revenue,
  }
}

/** A site with these rows of acme; rival has figures on the same days. */
export interface OwnFigures {
  readonly installation: TestInstallation
  readonly server: TestServer
  readonly visitor: Visitor
  readonly close: () => Promise<void>
}

export async function openOwnFigures(rows: readonly FigureRow[]): Promise<OwnFigures> {
  const installation = await openTemporaryInstallation({ inMemory: true })
  await installation.addAccount({ username: 'acme', key: mira.key })
  await installation.addAccount({ username: 'rival', currency: 'EUR' })
  await setPasswords(installation, { acme: passwords.acme, rival: passwords.rival })
  await installation.importApps(apps)
  const foreign = [...new Set(rows.map(({ date }) => date))].map((date) => ({
    date,
    app_id: 'rival-ios',
    network: 'ownnet',
    format: 'video',
    country: 'US',
    impressions: 7_777_777,
    clicks: 77_777,
    installs: 7_777,
    revenue: '777.77',
  }))
  await installation.importFigures([...foreign, ...rows])
  const server = serveReports(installation)
  const visitor = await signedIn(server, 'acme', passwords.acme)
  return {
    installation,
    server,
    visitor,
    close: async () => {
      await server.close()
      await installation.remove()
    },
  }
}
