import type { Session } from '../publishers/session-store.ts'
import type { Invitation, Member, Role } from '../publishers/user.ts'
import { formatInstant } from '../values/instant.ts'

/** A user of an account. */
export interface MemberView {
  readonly user: string
  readonly role: Role
  readonly hasPassword: boolean
  readonly hasSecondFactor: boolean
  /** The providers that the user signed in with. */
  readonly providers: readonly string[]
  /** Of open sessions, to ten minutes; null without one. */
  readonly lastUsedAt: string | null
}

/** An invitation that nobody has accepted yet. */
export interface InvitationView {
  readonly user: string
  readonly role: Role
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

export const toMemberView = (member: Member): MemberView => ({
  ...{ user: member.user.login, role: member.role },
  ...{ hasPassword: member.hasPassword, hasSecondFactor: member.hasSecondFactor },
  providers: member.issuers,
  lastUsedAt: member.lastUsedAtMs === null ? null : formatInstant(member.lastUsedAtMs),
})

export const toInvitationView = (invitation: Invitation): InvitationView => ({
  ...{ user: invitation.login, role: invitation.role, invitedBy: invitation.invitedBy },
  expiresAt: formatInstant(invitation.expiresAtMs),
})

export const toSessionView = (session: Session): SessionView => ({
  ...{ id: session.id, browser: session.browser, network: session.network },
  openedAt: formatInstant(session.createdAtMs),
  lastUsedAt: formatInstant(session.lastUsedAtMs),
})
