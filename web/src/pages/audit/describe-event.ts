import type { AuditEventAnswer } from '../../api/wire.ts'
import { visible } from '../../figures/visible.ts'

type Facts = AuditEventAnswer['facts']

const names = (value: Facts[string] | undefined): string => visible([value ?? []].flat().join(', '))
const quoted = (value: Facts[string] | undefined): string => `“${names(value)}”`

/** Sentences about events, by the action's code. Actions without an entry are shown by their code. */
const sentences: Readonly<Record<string, (facts: Facts) => string>> = {
  sign_in: () => 'Signed in',
  sign_in_failed: ({ reason }) =>
    `Could not sign in: ${reason === 'rate_limited' ? 'too many attempts' : names(reason).replaceAll('_', ' ')}`,
  sign_out: () => 'Signed out',
  set_up: ({ user }) => `Set up the server with the account and its owner ${names(user)}`,
  account_created: () => 'Created the account',
  account_disabled: () => 'Disabled the account',
  password_set: () => 'Set the password',
  key_created: (facts) => `Created the key ${quoted(facts.key_name)}${scopeOf(facts)}`,
  key_revealed: ({ key_name: name }) => `Looked at the key ${quoted(name)}`,
  key_narrowed: (facts) => `Limited the key ${quoted(facts.key_name)}${scopeOf(facts)}`,
  key_rotated: ({ key_name: name, grace_hours: hours }) =>
    `Replaced the key ${quoted(name)}${hours === undefined ? '' : `; the old one works for another ${names(hours)} h`}`,
  key_revoked: ({ key_name: name }) => `Revoked the key ${quoted(name)}`,
  link_created: ({ link_name: name }) => `Created the report link ${quoted(name)}`,
  link_revoked: ({ link_name: name }) => `Revoked the report link ${quoted(name)}`,
  user_invited: (facts) => `Invited ${names(facts.user)} as ${names(facts.role)}${scopeOf(facts)}`,
  invitation_withdrawn: ({ user }) => `Withdrew the invitation of ${names(user)}`,
  user_joined: (facts) =>
    `${names(facts.user)} accepted the invitation${facts.role === undefined ? '' : ` as ${names(facts.role)}`}` +
    scopeOf(facts),
  role_set: (facts) => `Gave ${names(facts.user)} the role ${names(facts.role)}${scopeOf(facts)}`,
  user_removed: ({ user }) => `Removed the user ${names(user)}`,
  provider_linked: () => 'Signed in with the identity provider for the first time',
  second_factor_set: () => 'Added a second factor',
  second_factor_removed: ({ user }) =>
    `Removed the second factor${user === undefined ? '' : ofUser(names(user))}`,
  session_ended: ({ user }) => `Ended a session${user === undefined ? '' : ofUser(names(user))}`,
  app_linked: ({ network, network_app_id: id, app_id: app }) =>
    `Linked ${names(network)} ${names(id)} to the app ${names(app)}`,
  figures_imported: ({ import: id, files }) =>
    `Imported figures (import ${names(id)})${files === undefined ? '' : `: ${names(files)}`}`,
  import_undone: ({ import: id }) => `Undid import ${names(id)}`,
  failed_import_dismissed: ({ files }) => `Dismissed the failed import of ${names(files)}`,
  network_answered: ({ name, network }) => `Answered that ${quoted(name)} is ${names(network)}`,
  connection_added: ({ connection, connector }) =>
    `Connected ${names(connector)} as ${quoted(connection)}`,
  connection_changed: ({ connection, fields }) =>
    `Changed the connection ${quoted(connection)}${names(fields) && `: ${names(fields)}`}`,
  connection_paused: ({ connection }) => `Paused the connection ${quoted(connection)}`,
  connection_resumed: ({ connection }) => `Resumed the connection ${quoted(connection)}`,
  connection_removed: ({ connection }) => `Removed the connection ${quoted(connection)}`,
  day_confirmed: ({ connection, day }) =>
    `Confirmed the report of ${names(day)} of the connection ${quoted(connection)}`,
  view_shared: ({ view_name: name }) => `Shared the view ${quoted(name)}`,
  view_unshared: ({ view_name: name }) => `Stopped sharing the view ${quoted(name)}`,
  view_changed: ({ view_name: name }) => `Changed the shared view ${quoted(name)}`,
  view_deleted: ({ view_name: name }) => `Deleted the shared view ${quoted(name)}`,
  note_added: (facts) => `Added a note to ${daysOf(facts)}: ${names(facts.text)}`,
  note_changed: (facts) => `Changed the note on ${daysOf(facts)}: ${names(facts.text)}`,
  note_deleted: (facts) => `Deleted the note on ${daysOf(facts)}: ${names(facts.text)}`,
  terms_set: ({ network, from, net_days: days, currency }) =>
    `Set the terms of ${names(network)} from ${names(from)}: ${names(days)} days, ${names(currency)}`,
  terms_removed: ({ network, from }) =>
    `Removed the terms of ${names(network)} from ${names(from)}`,
  mapping_saved: ({ name }) => `Saved how files of the bank ${quoted(name)} are read`,
  mapping_deleted: ({ name }) => `Deleted how files of the bank ${quoted(name)} are read`,
  statement_key_trusted: ({ name, network, key }) =>
    `Trusted the key ${quoted(name)} to sign statements of ${names(network)}: ${names(key)}`,
  statement_key_distrusted: ({ name }) =>
    `Stopped trusting the key ${quoted(name)} to sign statements`,
  statements_imported: ({ statements, files, lines }) =>
    `Imported statements (${names(statements)}; ${names(lines)} lines): ${names(files)}`,
  statement_undone: ({ statement, lines }) =>
    `Undid statement ${names(statement)} (${names(lines)} lines)`,
  line_assigned: ({ line, parts }) => `Assigned line ${names(line)} to ${names(parts)}`,
  line_marked: ({ line, restated }) =>
    `Marked line ${names(line)} as ${restated ? '' : 'not '}in the reports too`,
  month_closed: ({ month, entry, reported, missing_days: missing }) =>
    `Closed ${names(month)} as of import ${names(entry)}: ${names(reported)} reported, ${names(missing)} days missing`,
  month_reopened: ({ month }) => `Opened ${names(month)} again`,
  partner_added: ({ partner, share, network }) =>
    network === undefined
      ? `Made ${names(partner)} a partner with ${names(share)} of the revenue`
      : `Made the account a partner of ${names(network)}`,
  partner_changed: ({ partner, ...settings }) =>
    `Changed settings of the partner ${names(partner)}${detailsOf(settings)}`,
  partner_removed: ({ partner }) => `Ended that ${names(partner)} is a partner`,
  partner_app_assigned: ({ partner, app_id: app }) =>
    `Assigned the app ${names(app)} to the partner ${names(partner)}`,
  partner_app_removed: ({ partner, app_id: app }) =>
    `Unassigned the app ${names(app)} from the partner ${names(partner)}`,
  share_added: ({ partner, ...rule }) =>
    `Added a share of the partner ${names(partner)}${detailsOf(rule)}`,
  share_ended: ({ partner, rule }) => `Ended share ${names(rule)} of the partner ${names(partner)}`,
  partner_month_set: ({ partner, month, state }) =>
    `${state === 'hidden' ? 'Hid' : 'Showed'} ${names(month)} ${state === 'hidden' ? 'from' : 'to'} the partner ${names(partner)}`,
  partner_adjusted: ({ partner, month, kind, amount, reason }) =>
    `Added ${kind === 'minimum' ? 'a minimum' : 'an adjustment'} of ${names(amount)} to ${names(month)} of the partner ${names(partner)}: ${names(reason)}`,
  adjustment_removed: ({ partner, month, amount }) =>
    `Removed the adjustment of ${names(amount)} to ${names(month)} of the partner ${names(partner)}`,
  statement_issued: ({ partner, month, statement, total }) =>
    `Approved ${names(month)} of the partner ${names(partner)}: statement ${names(statement)} of ${names(total)}`,
  payouts_recorded: ({ partner, amount, date, reference, ...others }) =>
    amount === undefined
      ? `Recorded payouts${detailsOf({ ...(partner !== undefined && { partner }), ...others })}`
      : `Recorded the payout ${quoted(reference)} of ${names(amount)} to the partner ${names(partner)} on ${names(date)}`,
  payout_removed: ({ partner, amount, reference }) =>
    `Removed the payout ${quoted(reference)} of ${names(amount)} to the partner ${names(partner)}`,
  mark_set: (facts) => `Changed what partners see of the account${detailsOf(facts)}`,
  signing_key_made: () => 'Made a new key for statements',
  figures_exported: ({ first_day: first, last_day: last, app_id: app }) =>
    `Downloaded figures of ${names(first)} to ${names(last)}${app === undefined ? '' : `, app ${names(app)}`}`,
}

const listOf = (facts: Facts): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${names(value)}`)
    .join('; ')

const detailsOf = (facts: Facts): string =>
  Object.keys(facts).length === 0 ? '' : ` (${listOf(facts)})`

const daysOf = ({ day, last_day: last }: Facts): string =>
  last === undefined ? names(day) : `${names(day)} to ${names(last)}`

function scopeOf({ permissions, apps, expires_at: expires }: Facts): string {
  const parts = [
    permissions !== undefined && `may ${names(permissions)}`,
    apps !== undefined && `apps ${names(apps)}`,
    expires !== undefined && `until ${names(expires)}`,
  ].filter(Boolean)
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`
}

/** The kind of an event, for the filter. */
export const titleOf = (action: string): string =>
  titles[action] ?? action.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())

/** An event as a sentence without its subject. */
export function describeEvent({ action, facts }: AuditEventAnswer): string {
  if (facts.repeated !== undefined) return `${titleOf(action)} (repeated: ${names(facts.repeated)})`
  const sentence = sentences[action]
  if (sentence) return sentence(facts)
  return `${titleOf(action)}${detailsOf(facts)}`
}

const actors: Readonly<Record<string, (name: string) => string>> = {
  visitor: () => 'Someone who was not signed in',
  session: (name) => name || 'A user',
  key: (name) => `The key “${name}”`,
  link: (name) => `The report link “${name}”`,
  operator: () => 'The operator',
  command: () => 'The operator',
  inbox: () => 'The inbox',
}

/** The actor of an event. */
export const actorOf = ({ actor, name }: AuditEventAnswer): string =>
  actors[actor]?.(name ?? '') ?? name ?? actor

const ofUser = (user: string) => ` of ${user}`

const titles = {
  sign_in: 'Signed in',
  sign_in_failed: 'Could not sign in',
  sign_out: 'Signed out',
  set_up: 'Server set up',
  account_created: 'Account created',
  account_disabled: 'Account disabled',
  password_set: 'Password set',
  key_created: 'Key created',
  key_revealed: 'Key looked at',
  key_narrowed: 'Key limited',
  key_rotated: 'Key replaced',
  key_revoked: 'Key revoked',
  link_created: 'Report link created',
  link_revoked: 'Report link revoked',
  app_linked: 'App linked',
  figures_imported: 'Figures imported',
  import_undone: 'Import undone',
  failed_import_dismissed: 'Failed import dismissed',
  network_answered: 'Network named',
  figures_exported: 'Figures downloaded',
} as Readonly<Record<string, string>>
