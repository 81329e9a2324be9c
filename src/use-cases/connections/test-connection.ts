import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { connectorSchedule } from '../../connections/connection.ts'
import { checkFields } from '../../connections/fields.ts'
import { gatherDay, type NetworkAccess } from '../../connections/gather.ts'
import { reportedDays, rulesOf } from '../../connections/pull-rules.ts'
import { refuse } from '../../connections/refusals.ts'
import type { Account } from '../../publishers/account.ts'
import { connectors } from '../../sources/all-connectors.ts'
import { type Connector, NetworkFault } from '../../sources/connector.ts'
import type { ImportPreview } from '../../staging/import-preview.ts'
import { addDays, type Day, formatDay } from '../../values/day.ts'
import { oneOf, username } from '../fields.ts'
import { previewWithin } from '../preview-figures.ts'
import type { Services } from '../services.ts'
import { readsOnly, type UseCaseIo, useCase } from '../use-case.ts'
import { namedConnection, values } from './connection-request.ts'
import { findConnection, openCredentials, refuseWithoutConsent } from './find-connection.ts'
import { openAccess, trialAccess, trialPlaces } from './open-access.ts'

/** Days back from the last one that should be there, in case it is not. */
const testedDays = 3

/** The result of a test. Nothing was imported. */
export interface ConnectionTest {
  readonly connector: string
  readonly network: string
  readonly day: string
  /** Rows in the report of the day. */
  readonly rows: number
  /** The changes that an import of the day would make; null for a report without rows. */
  readonly preview: ImportPreview | null
  /** Connections of the account to the same network that reported some of its apps, by name. */
  readonly same_apps_as: readonly string[]
}

/** Logs in with a stored connection, fetches a day, and returns what it would import. */
export const testConnection = useCase({
  name: 'test-connection',
  request: namedConnection,
  audit: readsOnly,
  run: async (services, { username, name }, io) => {
    const found = await findConnection(services, username, name)
    const { account, connection, connector } = found
    refuseWithoutConsent(username, found)
    const { networks } = services
    openCredentials(username, found, networks.vault)
    const access = openAccess(connector, connection, networks, trialPlaces(networks.store.places))
    const trial = { access, account, createsApps: connection.createsApps, own: connection.id }
    return tryAccess(trial, services, io)
  },
})

/** The same with credentials that are not stored yet. */
export const tryCredentials = useCase({
  name: 'try-credentials',
  request: {
    username,
    connector: oneOf([...connectors.keys()]),
    values,
    createsApps: Type.Optional(Type.Boolean({ description: 'true or false' })),
  },
  audit: readsOnly,
  run: async (services, { username, connector: name, values, createsApps = true }, io) => {
    const connector = connectors.get(name)!
    const account = await services.accounts.get(username)
    checkFields(connector, values)
    const access = trialAccess(connector, account.id, values, services.networks)
    return tryAccess({ access, account, createsApps, own: null }, services, io)
  },
})

interface Trial {
  readonly access: NetworkAccess
  readonly account: Account
  readonly createsApps: boolean
  /** The connection itself; null when it is not stored yet. */
  readonly own: number | null
}

/** @throws Refusal `network_fault`; refusals of an import */
async function tryAccess(
  { access, account, createsApps, own }: Trial,
  services: Services,
  io: UseCaseIo,
): Promise<ConnectionTest> {
  const { connector } = access
  const { networks, workDirectory } = services
  const rules = rulesOf(connector, access.given, connectorSchedule)
  const { lastDay } = reportedDays(connector, rules, networks.nowMs())
  await mkdir(workDirectory, { recursive: true })
  const folder = await mkdtemp(join(workDirectory, 'try-'))
  try {
    const { day, gathered } = await firstReady(access, lastDay, folder, services, io.signal)
    const about = { connector: connector.name, network: connector.title, day: formatDay(day) }
    if (gathered.rows === 0) return { ...about, rows: 0, preview: null, same_apps_as: [] }
    const bounds = {
      apps: null,
      pulled: {
        requestsOf: 'pull:0:',
        day,
        dayZone: rules.zone,
        connector: connector.name,
        isMediation: connector.kind === 'mediation',
      },
    }
    const { username } = account
    const preview = await previewWithin(bounds).run(
      services,
      { source: connector.source, account: username, ...(createsApps && { createApps: username }) },
      { ...io, files: gathered.files },
    )
    const others = await statingBeside(connector, account, day, own, services)
    const sameAppsAs = preview.replaced_slices > 0 ? others : []
    return { ...about, rows: gathered.rows, preview, same_apps_as: sameAppsAs }
  } catch (error) {
    throw error instanceof NetworkFault ? faultRefusal(connector, error) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The account's other connections to a network that a day's figures were imported of, by name. */
async function statingBeside(
  { name }: Connector,
  { id }: Account,
  day: Day,
  own: number | null,
  { networks: { store } }: Services,
): Promise<readonly string[]> {
  const stating = (await store.statingDay(id, day)).map((one) => one.id)
  return (await store.list(id))
    .filter((one) => one.connector === name && one.id !== own && stating.includes(one.id))
    .map((one) => one.name)
}

export const faultRefusal = ({ title }: Connector, { fault }: NetworkFault) =>
  refuse('network_fault', { title, fault: fault.kind, message: fault.message })

/** The report of the last day that has one. */
async function firstReady(
  access: NetworkAccess,
  lastDay: Day,
  folder: string,
  { networks }: Services,
  signal: AbortSignal,
) {
  for (let back = 0; ; back++) {
    const day = addDays(lastDay, -back)
    try {
      const gathered = await gatherDay(access, day, folder, networks, signal)
      if (gathered.rows > 0 || back === testedDays) return { day, gathered }
    } catch (error) {
      const isEarly = error instanceof NetworkFault && error.fault.kind === 'not-ready'
      if (!isEarly || back === testedDays) throw error
    }
  }
}
