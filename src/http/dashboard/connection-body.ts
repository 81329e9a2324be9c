import type { PullProblem } from '../../connections/connection.ts'
import { connectors } from '../../sources/all-connectors.ts'
import { sources } from '../../sources/all-sources.ts'
import type { Connector } from '../../sources/connector.ts'
import type { ConnectionView, PulledDayView } from '../../use-cases/connections/connection-view.ts'
import type { ConnectionTest } from '../../use-cases/connections/test-connection.ts'
import { wordProblem } from '../../wording/word-problem.ts'
import type { RunningPull } from './background-pulls.ts'
import { dashboardVocabulary } from './vocabulary.ts'

/** @param showsSettings whether the reader manages the account */
export const connectionBody = (
  view: ConnectionView,
  showsSettings: boolean,
  pull: RunningPull | null,
) => ({
  name: view.name,
  connector: view.connector,
  network: view.network,
  own_network: view.kind === 'network' ? ownNetworkOf(view.connector) : null,
  kind: view.kind,
  verified: view.verified,
  state: view.state,
  problem: view.problem && textOf(view.problem, view.network),
  has_consent: view.has_consent,
  settings: showsSettings ? view.settings : null,
  secrets: showsSettings ? [...view.secrets] : null,
  booking: view.booking,
  depth: view.depth,
  day_zone: view.day_zone,
  first_day: view.first_day,
  ready_hours: view.ready_hours,
  reread_days: view.reread_days,
  sweep_days: view.sweep_days,
  sweep_weekday: view.sweep_weekday,
  own_schedule: view.own_schedule,
  back_off: view.back_off,
  last_pulled_at: view.last_pulled_at,
  last_good_day: view.last_good_day,
  next_pull_at: view.next_pull_at,
  days: view.days,
  pull,
})

export const dayBody = (day: PulledDayView, network: string) => ({
  day: day.day,
  state: day.state,
  rows: day.rows,
  impressions: day.impressions,
  revenue: day.revenue,
  held: day.held,
  last_pulled_at: day.last_pulled_at,
  next_pull_at: day.next_pull_at,
  import: day.import,
  problem: day.problem && textOf(day.problem, network),
})

export const testBody = ({
  network,
  day,
  rows,
  preview,
  same_apps_as: sameAppsAs,
}: ConnectionTest) => ({
  network,
  day,
  rows,
  impressions: preview?.impressions ?? null,
  revenue: preview?.revenue ?? null,
  networks: [...(preview?.networks ?? [])],
  new_apps: [...(preview?.created_apps ?? [])],
  same_apps_as: [...sameAppsAs],
})

/** Every network that can be connected, by name. */
export const connectorBodies = [...connectors.values()]
  .map(connectorBody)
  .sort((one, other) => one.network.localeCompare(other.network, 'en'))

/** The network whose own figures a connector fetches. */
const ownNetworkOf = (connector: string): string | null =>
  sources.get(connectors.get(connector)?.source ?? '')?.network ?? null

function connectorBody({ name, title, fields, days, consent, ...rest }: Connector) {
  return {
    connector: name,
    network: title,
    kind: rest.kind,
    verified: rest.verified,
    documents: [...rest.documents],
    back_days: days.back,
    reread_days: days.reread,
    ready_hours: days.readyHours,
    sweep_days: days.sweep ?? 0,
    has_depth: rest.depth !== undefined,
    needs_consent: consent !== undefined,
    // The owner's consent brings its token, so nobody types it.
    fields: Object.entries(fields)
      .filter(([field]) => field !== consent?.refreshToken)
      .map(([field, one]) => ({
        name: field,
        title: one.title,
        where: one.where,
        is_secret: one.isSecret === true,
        default: one.default ?? null,
        choices: one.choices ? [...one.choices] : null,
      })),
  }
}

function textOf(problem: PullProblem, network: string): string {
  const { message, details } = wordProblem(problem, network, dashboardVocabulary)
  return [`${message.replace(/\.$/, '')}.`, ...details].join('\n')
}
