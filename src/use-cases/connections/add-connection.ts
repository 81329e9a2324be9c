import { Type } from 'typebox'
import { connectorSchedule, type PullProblem } from '../../connections/connection.ts'
import { checkFields, givenOf } from '../../connections/fields.ts'
import { reportedDays, rulesOf } from '../../connections/pull-rules.ts'
import { refuse } from '../../connections/refusals.ts'
import type { Vault } from '../../sealing/vault.ts'
import { connectionPlace } from '../../sealing/vault.ts'
import { connectors } from '../../sources/all-connectors.ts'
import type { Connector } from '../../sources/connector.ts'
import { type Day, parseDay } from '../../values/day.ts'
import { day, flag, givenName, oneOf, username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { checkBooking, checkDepth, pullFields, values } from './connection-request.ts'
import { toConnectionView } from './connection-view.ts'
import { checkSweep, mergeSchedule } from './given-schedule.ts'

const maxConnections = 100

/**
 * Stores a connection to a network. From then on its days are pulled when they are due. Test the credentials
 * first, with `try-credentials`.
 */
export const addConnection = useCase({
  name: 'add-connection',
  request: {
    username,
    connector: oneOf([...connectors.keys()]),
    /** The connector's name when absent. */
    name: Type.Optional(givenName),
    values,
    /** The first day; as far back as the network reports when absent. */
    startDate: Type.Optional(day),
    ...pullFields,
    /** Refuses days with apps that the account does not know, instead of creating these. */
    knownAppsOnly: flag,
    /** Whether fields may be missing that a consent brings. */
    consentLater: flag,
  },
  run: async (services, { username, connector: of, name = of, values, ...rest }) => {
    const { accounts, networks } = services
    const { store, vault, nowMs } = networks
    const connector = connectors.get(of)!
    checkBooking(connector, rest.booking)
    checkDepth(connector, rest.depth)
    const account = await accounts.get(username)
    const given = inCurrency(connector, values, account.currency)
    const { refreshToken } = connector.consent ?? {}
    checkFields(connector, given, (field) => rest.consentLater === true && field === refreshToken)
    const schedule = mergeSchedule(connectorSchedule, rest)
    const rules = rulesOf(connector, givenOf(connector, given), schedule)
    checkSweep(rules, schedule, connectorSchedule)
    const span = reportedDays(connector, rules, nowMs())
    const asked = rest.startDate === undefined ? span.firstDay : parseDay(rest.startDate)!
    if ((await store.list(account.id)).length >= maxConnections) {
      throw refuse('too_many_connections', { username, max: maxConnections })
    }
    const { settings, secrets } = splitValues(connector, given)
    const added = await store.insert({
      accountId: account.id,
      name,
      connector: of,
      settings,
      secrets: {},
      booking: rest.booking ?? 'auto',
      createsApps: rest.knownAppsOnly !== true,
      hasDepth: rest.depth ?? true,
      // Earlier days only fail.
      firstDay: Math.max(asked, span.firstDay) as Day,
      schedule,
      createdAtMs: nowMs(),
    })
    if (!added) throw refuse('connection_name_taken', { username, name })
    const lacksConsent = refreshToken !== undefined && given[refreshToken] === undefined
    await store.change(added.id, {
      secrets: sealAll(added.id, secrets, vault),
      ...(lacksConsent && { state: 'refused', problem: withoutConsent(username, name) }),
    })
    return toConnectionView((await store.byId(added.id))!, services)
  },
  audit: ({ username, connector }, { name }) => [
    { action: 'connection_added', account: username, facts: { connection: name, connector } },
  ],
})

/** A network that converts earnings itself is asked for the account's currency. */
const inCurrency = ({ fields }: Connector, values: Values, currency: string): Values =>
  fields.currency && values.currency === undefined ? { ...values, currency } : values

type Values = Readonly<Record<string, string>>

/** Why a connection is not pulled before its owner has consented. */
const withoutConsent = (username: string, name: string): PullProblem => ({
  kind: 'refusal',
  code: 'consent_missing',
  facts: { username, name },
})

/** Divides values into those that may be shown and those that may not. */
export function splitValues(
  { fields }: Connector,
  given: Readonly<Record<string, string>>,
): Record<'settings' | 'secrets', Record<string, string>> {
  const parts: Record<'settings' | 'secrets', Record<string, string>> = {
    settings: {},
    secrets: {},
  }
  for (const [field, value] of Object.entries(given)) {
    parts[fields[field]?.isSecret ? 'secrets' : 'settings'][field] = value
  }
  return parts
}

export const sealAll = (
  id: number,
  secrets: Readonly<Record<string, string>>,
  vault: Vault,
): Record<string, Uint8Array> =>
  Object.fromEntries(
    Object.entries(secrets).map(([field, secret]) => [
      field,
      vault.seal(secret, connectionPlace(id, field)),
    ]),
  )
