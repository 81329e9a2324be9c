import { setPasswords, signedIn, type Visitor } from '../../fixtures/dashboard-visitor.ts'
import type { FigureRow } from '../../fixtures/import-rows.ts'
import { openTemporaryInstallation, type TestInstallation } from '../../fixtures/installation.ts'
import { serveReports, type TestServer } from '../../fixtures/report-server.ts'

/** An account whose names all contain a mark, and whose counts are all multiples of a prime. */
export interface Studio {
  readonly mark: string
  readonly prime: number
  readonly username: string
  readonly key: string
  readonly visitor: Visitor
}

export interface Studios {
  readonly installation: TestInstallation
  readonly server: TestServer
  readonly all: readonly Studio[]
  readonly close: () => Promise<void>
}

const primes = [1_009, 1_013, 1_019, 1_021, 1_031, 1_033, 1_039, 1_049, 1_051, 1_061]

/** A mark that no account has; it is as long as the others. */
export const unknownMark = 'qzzzx'

export const reportedDays = ['2026-03-01', '2026-03-02', '2026-03-05']
export const platforms = ['ios', 'android', 'amazon'] as const

/** Names of an account's things. They differ from those of another account only in the mark. */
export const namesOf = (mark: string) => ({
  username: `studio-${mark}`,
  appId: (nth: number) => `${mark}-app-${nth}`,
  bundle: (nth: number) => `com.${mark}.game${nth}`,
  network: `net_${mark}`,
  adTag: `tag-${mark}`,
})

const password = (mark: string) => `a password for ${mark}`

/** Opens ten accounts, each with apps, figures, an undone import and a session. */
export async function openStudios(): Promise<Studios> {
  const installation = await openTemporaryInstallation()
  const server = serveReports(installation)
  const keys: string[] = []
  for (const mark of marks) {
    const { username, appId, bundle } = namesOf(mark)
    keys.push(await installation.addAccount({ username }))
    await installation.importApps(
      platforms.map((platform, nth) => ({
        ...{ app_id: appId(nth), publisher: username, app_name: `Game ${mark} ${nth}`, platform },
        ...(platform === 'ios' ? { app_bundle_id: bundle(nth) } : { android_package: bundle(nth) }),
      })),
    )
  }
  for (const factor of [1, 2]) {
    await installation.importFigures(
      marks.flatMap((mark, nth) => rowsOf(mark, primes[nth]! * factor)),
    )
  }
  const all: Studio[] = []
  for (const [nth, mark] of marks.entries()) {
    const { username } = namesOf(mark)
    await setPasswords(installation, { [username]: password(mark) })
    const visitor = await signedIn(server, username, password(mark))
    all.push({ mark, prime: primes[nth]!, username, key: keys[nth]!, visitor })
  }
  const close = async () => {
    await server.close()
    await installation.remove()
  }
  return { installation, server, all, close }
}

const marks = primes.map((_, nth) => `qz${String.fromCharCode(97 + nth)}${nth}x`)

function rowsOf(mark: string, impressions: number): FigureRow[] {
  const { appId, network, adTag } = namesOf(mark)
  return reportedDays.flatMap((date) =>
    platforms.flatMap((_, nth) =>
      ['ownnet', 'admob', network].map((name) => ({
        ...{ date, app_id: appId(nth), network: name, format: 'video', country: 'US' },
        ...{ impressions, clicks: impressions, installs: impressions, revenue: '0.5' },
        ad_tag: name === 'ownnet' ? adTag : '',
      })),
    ),
  )
}
