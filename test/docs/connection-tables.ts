import { givenOf } from '../../src/connections/fields.ts'
import type { Connector } from '../../src/sources/connector.ts'

/** The line of a connector in the overview of `docs/connections.md`. */
export function overviewLine(connector: Connector): string {
  const { name, title, kind, days, rate, verified } = connector
  const sweep = days.sweep === undefined ? '' : `, weekly ${days.sweep}`
  return row([
    `\`${name}\``,
    ...[title, kind, clockOf(connector)],
    `${days.readyHours} h`,
    days.back === null ? 'not stated' : `${days.back} days`,
    `daily ${days.reread}${sweep}`,
    rate.seconds === 1
      ? `${rate.requests} a second`
      : `${rate.requests.toLocaleString('en-US')} in ${rate.seconds.toLocaleString('en-US')} s`,
    verified,
  ])
}

/** Its line in the table of hosts and documents. */
export function hostsLine({ name, hosts, documents }: Connector): string {
  return row([
    `\`${name}\``,
    hosts.map((host) => `\`${host}\``).join(', '),
    documents.map((address, index) => `[${index + 1}](${address})`).join(', '),
  ])
}

function clockOf(connector: Connector): string {
  const { zone } = connector.fields
  if (zone && zone.default === undefined) return 'as given'
  const usual = connector.days.zone(givenOf(connector, {}))
  return zone ? `${usual}, or chosen` : usual
}

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll(' |  |', ' | |')
