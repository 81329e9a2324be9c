import type { AuditEventAnswer } from '../../api/wire.ts'
import { visible } from '../../figures/visible.ts'
import { auditTexts } from '../../texts/en/audit.tsx'

type Facts = AuditEventAnswer['facts']

const names = (value: Facts[string] | undefined): string => visible([value ?? []].flat().join(', '))
const quoted = (value: Facts[string] | undefined): string => `“${names(value)}”`

/** Sentences about events, by the action's code. Actions without an entry are shown by their code. */
const sentences: Readonly<Record<string, (facts: Facts) => string>> = {
  sign_in: () => auditTexts.signedIn,
  sign_in_failed: ({ reason }) =>
    auditTexts.couldNotSignIn(
      reason === 'rate_limited' ? auditTexts.tooManyAttempts : names(reason).replaceAll('_', ' '),
    ),
  sign_out: () => auditTexts.signedOut,
  set_up: ({ user }) => auditTexts.setUpTheServer(names(user)),
  account_created: () => auditTexts.createdTheAccount,
  account_disabled: () => auditTexts.disabledTheAccount,
  password_set: () => auditTexts.setThePassword,
  key_created: (facts) => auditTexts.createdTheKey(quoted(facts.key_name), scopeOf(facts)),
  key_revealed: ({ key_name: name }) => auditTexts.lookedAtTheKey(quoted(name)),
  key_narrowed: (facts) => auditTexts.limitedTheKey(quoted(facts.key_name), scopeOf(facts)),
  key_rotated: ({ key_name: name, grace_hours: hours }) =>
    auditTexts.replacedTheKey(
      quoted(name),
      hours === undefined ? '' : auditTexts.oldKeyWorksFor(names(hours)),
    ),
  key_revoked: ({ key_name: name }) => auditTexts.revokedTheKey(quoted(name)),
  link_created: ({ link_name: name }) => auditTexts.createdTheReportLink(quoted(name)),
  link_revoked: ({ link_name: name }) => auditTexts.revokedTheReportLink(quoted(name)),
  user_invited: (facts) =>
    auditTexts.invitedAs(names(facts.user), names(facts.role)) + scopeOf(facts),
  invitation_withdrawn: ({ user }) => auditTexts.withdrewTheInvitation(names(user)),
  user_joined: (facts) =>
    auditTexts.acceptedTheInvitation(
      names(facts.user),
      facts.role === undefined ? '' : auditTexts.asRole(names(facts.role)),
    ) + scopeOf(facts),
  role_set: (facts) =>
    auditTexts.gaveTheRole(names(facts.user), names(facts.role)) + scopeOf(facts),
  user_removed: ({ user }) => auditTexts.removedTheUser(names(user)),
  provider_linked: () => auditTexts.linkedProvider,
  second_factor_set: () => auditTexts.addedASecondFactor,
  second_factor_removed: ({ user }) =>
    auditTexts.removedTheSecondFactor(user === undefined ? '' : auditTexts.ofUser(names(user))),
  session_ended: ({ user }) =>
    auditTexts.endedASession(user === undefined ? '' : auditTexts.ofUser(names(user))),
  app_linked: ({ network, network_app_id: id, app_id: app }) =>
    auditTexts.linkedToTheApp(names(network), names(id), names(app)),
  figures_imported: ({ import: id, files }) =>
    auditTexts.importedFigures(names(id), files === undefined ? '' : `: ${names(files)}`),
  import_undone: ({ import: id }) => auditTexts.undidImport(names(id)),
  failed_import_dismissed: ({ files }) => auditTexts.dismissedTheFailedImport(names(files)),
  network_answered: ({ name, network }) =>
    auditTexts.answeredTheNetwork(quoted(name), names(network)),
  connection_added: ({ connection, connector }) =>
    auditTexts.connectedAs(names(connector), quoted(connection)),
  connection_changed: ({ connection, fields }) =>
    auditTexts.changedTheConnection(quoted(connection), names(fields) && `: ${names(fields)}`),
  connection_paused: ({ connection }) => auditTexts.pausedTheConnection(quoted(connection)),
  connection_resumed: ({ connection }) => auditTexts.resumedTheConnection(quoted(connection)),
  connection_removed: ({ connection }) => auditTexts.removedTheConnection(quoted(connection)),
  day_confirmed: ({ connection, day }) =>
    auditTexts.confirmedTheReport(names(day), quoted(connection)),
  view_shared: ({ view_name: name }) => auditTexts.sharedTheView(quoted(name)),
  view_unshared: ({ view_name: name }) => auditTexts.stoppedSharingTheView(quoted(name)),
  view_changed: ({ view_name: name }) => auditTexts.changedTheSharedView(quoted(name)),
  view_deleted: ({ view_name: name }) => auditTexts.deletedTheSharedView(quoted(name)),
  note_added: (facts) => auditTexts.addedANoteTo(daysOf(facts), names(facts.text)),
  note_changed: (facts) => auditTexts.changedTheNoteOn(daysOf(facts), names(facts.text)),
  note_deleted: (facts) => auditTexts.deletedTheNoteOn(daysOf(facts), names(facts.text)),
  figures_exported: ({ first_day: first, last_day: last, app_id: app }) =>
    auditTexts.downloadedFigures(
      names(first),
      names(last),
      app === undefined ? '' : auditTexts.ofApp(names(app)),
    ),
}

const daysOf = ({ day, last_day: last }: Facts): string =>
  last === undefined ? names(day) : auditTexts.daysTo(names(day), names(last))

function scopeOf({ permissions, apps, expires_at: expires }: Facts): string {
  const parts = [
    ...(permissions === undefined ? [] : [auditTexts.may(names(permissions))]),
    ...(apps === undefined ? [] : [auditTexts.apps(names(apps))]),
    ...(expires === undefined ? [] : [auditTexts.until(names(expires))]),
  ]
  return parts.length === 0 ? '' : `: ${parts.join('; ')}`
}

/** The kind of an event, for the filter. */
export const titleOf = (action: string): string =>
  auditTexts.titles[action] ??
  action.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())

/** An event as a sentence without its subject. */
export function describeEvent({ action, facts }: AuditEventAnswer): string {
  if (facts.repeated !== undefined)
    return auditTexts.moreTimes(titleOf(action), names(facts.repeated))
  const sentence = sentences[action]
  if (sentence) return sentence(facts)
  const details = Object.entries(facts).map(
    ([name, value]) => `${name.replaceAll('_', ' ')}: ${names(value)}`,
  )
  return details.length === 0 ? titleOf(action) : `${titleOf(action)} (${details.join('; ')})`
}

const actors: Readonly<Record<string, (name: string) => string>> = {
  visitor: () => auditTexts.visitor,
  session: (name) => name || auditTexts.aUser,
  key: (name) => auditTexts.theKey(name),
  link: (name) => auditTexts.theReportLink(name),
  operator: () => auditTexts.theOperator,
  command: () => auditTexts.theOperator,
  inbox: () => auditTexts.theInbox,
}

/** The actor of an event. */
export const actorOf = ({ actor, name }: AuditEventAnswer): string =>
  actors[actor]?.(name ?? '') ?? name ?? actor
