import type { ConnectionRefusals } from '../connections/refusals.ts'
import type { FaultKind } from '../sources/connector.ts'
import { shellWord } from '../values/shell-word.ts'
import { advice } from './network-faults.ts'
import { counted, thenRun, usesCommands } from './phrases.ts'
import type { Wording } from './vocabulary.ts'

export const connectionWording: Wording<ConnectionRefusals> = {
  unknown_connection: ({ username, name }, vocabulary) =>
    thenRun(
      `The account "${username}" has no connection named "${name}"`,
      vocabulary,
      'List its connections',
      `connections list ${username}`,
    ),
  connection_name_taken: ({ username, name }, vocabulary) => {
    const how = usesCommands(vocabulary) ? ` with ${vocabulary.option('name', 'NAME')}` : ''
    return `The account "${username}" already has a connection named "${name}". Choose another name${how}, or change that connection`
  },
  too_many_connections: ({ username, max }) =>
    `The account "${username}" has ${max} connections, which is the most. Remove one first`,
  connection_field_refused: ({ connector, field, fault, title, where, accepts }, vocabulary) => {
    if (fault === 'unknown')
      return `The connector ${connector} has no field "${field}". Its fields: ${accepts}`
    const found = where === null ? '' : `. Where to find it: ${where}`
    const name = usesCommands(vocabulary) ? `the field ${field} (${title})` : `"${title}"`
    return fault === 'missing'
      ? `The connector ${connector} needs ${name}${found}`
      : `The value of ${name} is not accepted. Accepted: ${accepts}${found}`
  },
  network_fault: ({ title, fault, message }) =>
    `${title} gave no figures: ${message.replace(/\.$/, '')}. ${advice[fault as FaultKind] ?? 'Try again later'}`,
  connection_stopped: ({ username, name, state }, vocabulary) =>
    state === 'paused'
      ? thenRun(
          `The connection "${name}" is paused`,
          vocabulary,
          'Resume it',
          `connections resume ${username} ${name}`,
        )
      : thenRun(
          `The network refused the credentials of the connection "${name}"`,
          vocabulary,
          'Enter new ones',
          `connections change ${username} ${name}`,
        ),
  no_depth: ({ connector }, { setting }) =>
    `"${connector}" reports nothing beyond ad figures. Leave out ${setting('depth', 'on')}`,
  sweep_without_effect: ({ sweepDays, rereadDays }, { option }) => {
    const set = `Set ${option('sweepDays')} to more than ${rereadDays}`
    return sweepDays === 0
      ? `There is no weekly sweep, so it has no weekday. ${set}`
      : `The last ${counted(rereadDays, 'day')} are fetched every day, so a weekly sweep of ${counted(sweepDays, 'day')} fetches nothing more. ${set}, or to 0 for no sweep`
  },
  connection_account_disabled: ({ username, name }, vocabulary) =>
    thenRun(
      `The account "${username}" is disabled, so the connection "${name}" fetches nothing`,
      vocabulary,
      'Enable it',
      `accounts enable ${username}`,
    ),
  days_not_reported: ({ name, from, to }) =>
    `The connection "${name}" can be asked for days from ${from} to ${to}. Choose days among them`,
  day_not_held: ({ name, day, state }) =>
    `The day ${day} of the connection "${name}" is ${state}, so there is nothing to confirm`,
  day_not_pulled: ({ username, name, day }, vocabulary) =>
    thenRun(
      `The connection "${name}" has not fetched the day ${day}`,
      vocabulary,
      'Fetch it',
      `connections pull ${username} ${name} --start-date ${day} --end-date ${day}`,
    ),
  connection_busy: ({ name }) =>
    `Another process fetches days of the connection "${name}" now. Try again in a minute`,
  credentials_unreadable: ({ username, name }, vocabulary) =>
    thenRun(
      `The credentials of the connection "${name}" cannot be decrypted: they were encrypted with another secret, or are damaged`,
      vocabulary,
      'Give them again',
      `connections change ${username} ${shellWord(name)}`,
    ),
  consent_missing: ({ username, name }, vocabulary) =>
    thenRun(
      `The connection "${name}" needs the consent of the account's owner at the network`,
      vocabulary,
      'Begin',
      `connections consent ${username} ${name}`,
    ),
  consent_not_needed: ({ name, title }) =>
    `The connection "${name}" needs no consent: ${title} is asked with the credentials alone`,
  consent_failed: ({ title, message }) => `${title}: ${message.replace(/\.$/, '')}`,
}
