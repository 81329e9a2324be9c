import type { AuditFacts } from '../audit/audit-event.ts'
import type { Session } from '../publishers/session.ts'
import type { Grant, Invitation, Member, Role } from '../publishers/user.ts'
import type { AppStore } from '../records/app-store.ts'
import { formatInstant } from '../values/instant.ts'
import { appIdsOf } from './key-scope.ts'

interface GrantView {
  readonly user: string
  readonly role: Role
  /** App ids; null for all. */
  readonly apps: readonly string[] | null
}

/** A user of an account. */
export interface MemberView extends GrantView {
  readonly hasPassword: boolean
  readonly hasSecondFactor: boolean
  /** The providers that the user signed in with. */
  readonly providers: readonly string[]
  /** Of open sessions, to ten minutes; null without one. */
  readonly lastUsedAt: string | null
}

/** An invitation that nobody has accepted yet. */
export interface InvitationView extends GrantView {
  readonly invitedBy: string | null
  readonly expiresAt: string
}

export interface SessionView {
  readonly id: number
  /** Empty when unknown. */
  readonly browser: string
  /** The client's; empty when unknown. */
  readonly network: string
  readonly openedAt: string
  /** To ten minutes. */
  readonly lastUsedAt: string
}

export const toMemberView = async (member: Member, apps: AppStore): Promise<MemberView> => ({
  ...(await toGrantView(member.user.login, member, apps)),
  hasPassword: member.hasPassword,
  hasSecondFactor: member.hasSecondFactor,
  providers: member.issuers,
  lastUsedAt: member.lastUsedAtMs === null ? null : formatInstant(member.lastUsedAtMs),
})

export const toInvitationView = async (
  invitation: Invitation,
  apps: AppStore,
): Promise<InvitationView> => ({
  ...(await toGrantView(invitation.login, invitation, apps)),
  invitedBy: invitation.invitedBy,
  expiresAt: formatInstant(invitation.expiresAtMs),
})

export const toGrantView = async (
  user: string,
  { role, apps: keys }: Grant,
  apps: AppStore,
): Promise<GrantView> => ({ user, role, apps: await appIdsOf(keys, apps) })

/** A role and its apps, as the audit log has them. */
export const grantFacts = ({ user, role, apps }: GrantView): AuditFacts => ({
  user,
  role,
  ...(apps && { apps }),
})

/** A user as commands and the dashboard write it. */
export const memberJson = (member: MemberView) => ({
  user: member.user,
  role: member.role,
  apps: member.apps,
  has_password: member.hasPassword,
  has_second_factor: member.hasSecondFactor,
  providers: member.providers,
  last_used_at: member.lastUsedAt,
})

/** An invitation as commands and the dashboard write it. */
export const invitationJson = ({ user, role, apps, invitedBy, expiresAt }: InvitationView) => ({
  user,
  role,
  apps,
  invited_by: invitedBy,
  expires_at: expiresAt,
})

export const toSessionView = (session: Session): SessionView => ({
  id: session.id,
  browser: session.browser,
  network: session.network,
  openedAt: formatInstant(session.createdAtMs),
  lastUsedAt: formatInstant(session.lastUsedAtMs),
})
