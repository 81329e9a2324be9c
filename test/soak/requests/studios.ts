import { type OtherImportedName, otherImportedNames } from '../../../src/facts/kinds.ts'
import type { Permission } from '../../../src/publishers/principal.ts'
import { addConnection } from '../../../src/use-cases/connections/add-connection.ts'
import { inviteUser } from '../../../src/use-cases/invite-user.ts'
import { addStatement } from '../../../src/use-cases/money/import-statements.ts'
import { commitMade } from '../../fixtures/commit-made.ts'
import { setPasswords, signedIn, Visitor } from '../../fixtures/dashboard-visitor.ts'
import type { FigureRow } from '../../fixtures/import-rows.ts'
import { openTemporaryInstallation, type TestInstallation } from '../../fixtures/installation.ts'
import { serveReports, type TestServer } from '../../fixtures/report-server.ts'

/** Someone who may see something of an account. */
export interface Caller {
  readonly studio: Studio
  readonly permissions: readonly Permission[]
  /** The numbers of the apps that the caller sees. */
  readonly apps: readonly number[]
  /** The API key, the token of a report link, or a signed-in browser. */
  readonly by: { readonly key: string } | { readonly link: string } | { readonly visitor: Visitor }
}

/**
 * An account whose names all contain a mark. Its counts are all multiples of a prime, and those of its
 * app `nth` also of `appPrimes[nth]`.
 */
export interface Studio {
  readonly mark: string
  readonly prime: number
  readonly username: string
  readonly key: string
  readonly visitor: Visitor
  readonly callers: readonly Caller[]
}

export interface Studios {
  readonly installation: TestInstallation
  readonly server: TestServer
  readonly all: readonly Studio[]
  readonly close: () => Promise<void>
}

const primes = [1_009, 1_013, 1_019, 1_021, 1_031, 1_033, 1_039, 1_049, 1_051, 1_061]

/** The counts of an account's apps. */
export const appPrimes = [101, 103, 107]

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
  rung: `rung-${mark}`,
  channel: `chan_${mark}`,
  partner: `partner-${mark}`,
  connection: `connection-${mark}`,
})

const password = (mark: string) => `a password for ${mark}`

/** The keys of each account, besides the one that reads all. */
const keyScopes: readonly Pick<Caller, 'permissions' | 'apps'>[] = [
  { permissions: ['read'], apps: [0] },
  { permissions: ['read', 'import'], apps: [1, 2] },
  { permissions: ['read'], apps: [] },
  { permissions: ['import', 'manage'], apps: [0, 1, 2] },
]

/** Opens ten accounts, each with apps, figures, an undone import and a session. */
export async function openStudios(): Promise<Studios> {
  const installation = await openTemporaryInstallation()
  const server = serveReports(installation)
  const keys: string[] = []
  for (const mark of marks) {
    const { username, appId, bundle, connection } = namesOf(mark)
    keys.push(await installation.addAccount({ username }))
    await installation.call(addConnection, {
      username,
      connector: 'levelplay',
      name: connection,
      startDate: reportedDays[0]!,
      values: { secretKey: `key of ${mark}`, refreshToken: `token of ${mark}` },
    })
    await installation.importApps(
      platforms.map((platform, nth) => ({
        app_id: appId(nth),
        publisher: username,
        app_name: `Game ${mark} ${nth}`,
        platform,
        ...(platform === 'ios' ? { app_bundle_id: bundle(nth) } : { android_package: bundle(nth) }),
      })),
    )
  }
  for (const factor of [1, 2]) {
    await installation.importFigures(
      marks.flatMap((mark, nth) => rowsOf(mark, primes[nth]! * factor)),
    )
  }
  for (const kind of otherImportedNames) {
    const rows = marks.flatMap((mark, nth) => otherRowsOf(mark, primes[nth]!)[kind])
    await installation.importRows(rows)
  }
  for (const [nth, mark] of marks.entries()) {
    const { username } = namesOf(mark)
    await commitMade(installation, {
      username,
      kind: 'shares',
      lines: sharesOf(mark, primes[nth]!),
    })
  }
  for (const mark of marks) {
    const { username: account, network } = namesOf(mark)
    const text = `network,period,kind,amount,currency,date,reference
${network},2026-03,earnings,1,USD,2026-03-05,invoice ${mark}
,,payment,9,USD,2026-03-06,transfer ${mark}
`
    await installation.call(addStatement, { account, file: { name: 'statement.csv', text } })
  }
  /** @param apps their ids; null for all */
  const newViewer = async (username: string, apps: string[] | null): Promise<Visitor> => {
    const { call, invitations, sessions, users } = installation
    const user = `${username}-${apps?.join('-') ?? 'all'}@example.com`
    const { token } = await call(inviteUser, { username, user, role: 'viewer', apps })
    const accepted = await invitations.accept(token, { password: password(username) })
    const visitor = new Visitor(server)
    visitor.token = (await sessions.open((await users.known(accepted!.user))!)).token
    return visitor
  }
  const withCallers = async (studio: Omit<Studio, 'callers'>): Promise<Studio> => {
    const { username, key, visitor, mark } = studio
    const whole: Studio & { callers: Caller[] } = { ...studio, callers: [] }
    const everyApp = platforms.map((_, nth) => nth)
    const add = (caller: Omit<Caller, 'studio'>) => whole.callers.push({ ...caller, studio: whole })
    add({ permissions: ['read', 'import', 'manage', 'finance'], apps: everyApp, by: { visitor } })
    add({ permissions: ['read'], apps: everyApp, by: { visitor: await newViewer(username, null) } })
    for (const apps of [[0], [1, 2]]) {
      const visitor = await newViewer(username, apps.map(namesOf(mark).appId))
      add({ permissions: ['read'], apps, by: { visitor } })
    }
    add({ permissions: ['read'], apps: everyApp, by: { key } })
    const known = await installation.apps.byIds(everyApp.map(namesOf(mark).appId))
    const keyOf = (nth: number) =>
      known.find(({ appId }) => appId === namesOf(mark).appId(nth))!.key
    for (const { permissions, apps } of keyScopes) {
      const scope = { permissions, apps: apps.map(keyOf).sort((a, b) => a - b), expiresAtMs: null }
      const name = `${permissions.join(' ')} ${apps.join(' ')}`
      const { key } = await installation.keys.create(username, name, scope)
      add({ permissions, apps, by: { key } })
    }
    const ofMoney = { permissions: ['finance'] as const, apps: null, expiresAtMs: null }
    const books = await installation.keys.create(username, 'books', ofMoney)
    add({ permissions: ofMoney.permissions, apps: everyApp, by: { key: books.key } })
    const days = { start_date: reportedDays[0]!, end_date: reportedDays[2]! }
    const { token } = await installation.links.create(username, {
      name: 'weekly',
      apps: [keyOf(1)],
      expiresAtMs: null,
      question: {
        family: 'stats',
        parameters: { ...days, app_id: [namesOf(mark).appId(1)] },
        format: 'json',
      },
    })
    add({ permissions: ['read'], apps: [1], by: { link: token } })
    const dimensions = ['date', 'app_id', 'app_name', 'network', 'ad_tag']
    const report = await installation.links.create(username, {
      name: 'any figures',
      apps: [keyOf(2)],
      expiresAtMs: null,
      question: {
        family: 'report',
        parameters: { ...days, dimensions, metrics: ['impressions', 'clicks'], limit: '50' },
        format: 'json',
      },
    })
    add({ permissions: ['read'], apps: [2], by: { link: report.token } })
    return whole
  }
  const all: Studio[] = []
  for (const [nth, mark] of marks.entries()) {
    const { username } = namesOf(mark)
    await setPasswords(installation, { [username]: password(mark) })
    const visitor = await signedIn(server, username, password(mark))
    all.push(await withCallers({ mark, prime: primes[nth]!, username, key: keys[nth]!, visitor }))
  }
  const close = async () => {
    await server.close()
    await installation.remove()
  }
  return { installation, server, all, close }
}

const marks = primes.map((_, nth) => `qz${String.fromCharCode(97 + nth)}${nth}x`)

const countsOf = (count: number) => ({
  impressions: count,
  clicks: count,
  installs: count,
  revenue: '0.5',
})

function rowsOf(mark: string, impressions: number): FigureRow[] {
  const { appId, network, adTag } = namesOf(mark)
  return reportedDays.flatMap((date) =>
    platforms.flatMap((_, nth) =>
      ['ownnet', 'admob', network].map((name) => ({
        date,
        app_id: appId(nth),
        network: name,
        format: 'video',
        country: 'US',
        ...countsOf(impressions * appPrimes[nth]!),
        ad_tag: name === 'ownnet' ? adTag : '',
      })),
    ),
  )
}

/** What is shared with a partner, of each app. Its counts have the primes too. */
function sharesOf(mark: string, prime: number): string[] {
  const { appId, network, partner } = namesOf(mark)
  return platforms.map((_, nth) => {
    const count = prime * appPrimes[nth]!
    return `${reportedDays[0]},${appId(nth)},${network},${partner},video,US,${nth + 1},${count},1,0.5`
  })
}

/** A row of each app and every other kind of fact. Its counts have the primes too. */
function otherRowsOf(mark: string, prime: number): Record<OtherImportedName, object[]> {
  const { appId, network, rung, channel } = namesOf(mark)
  const rowsWith = (more: (count: number) => object) =>
    platforms.map((_, nth) => ({
      date: reportedDays[0],
      app_id: appId(nth),
      country: 'US',
      ...more(prime * appPrimes[nth]!),
    }))
  return {
    audience: rowsWith((dau) => ({ source: network, dau })),
    details: rowsWith((count) => ({
      source: network,
      network,
      format: 'video',
      rung,
      floor: '12.5',
      consent: 'yes',
      impressions: count,
      clicks: count,
      attempts: count,
      responses: count,
      revenue: '0.5',
    })),
    spend: rowsWith((count) => ({
      channel,
      campaign: rung,
      impressions: count,
      clicks: count,
      installs: count,
      cost: '0.5',
    })),
    cohorts: rowsWith((count) => ({
      source: network,
      channel,
      age: 7,
      cohort_users: count,
      active_users: count,
    })),
  }
}
