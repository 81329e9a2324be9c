import { type Static, Type } from 'typebox'
import { count, instant, nullable, oneOf, text, url } from '../openapi/members.ts'
import { ofAccount } from './answer-schema.ts'

/** Answers about users, their sessions, and how they sign in; see answer-schema.ts. */

const role = oneOf(['owner', 'editor', 'viewer'])

const apps = nullable(Type.Array(text(), { description: 'App ids; null for all.' }))

const member = Type.Object({
  user: text(),
  role,
  apps,
  has_password: Type.Boolean(),
  has_second_factor: Type.Boolean(),
  providers: Type.Array(text()),
  last_used_at: nullable(instant()),
})

const invitation = {
  user: text(),
  role,
  apps,
  invited_by: nullable(text()),
  expires_at: instant(),
}

export const usersAnswer = Type.Object({
  ...ofAccount,
  users: Type.Array(member),
  invitations: Type.Array(Type.Object(invitation)),
})

export const invitedAnswer = Type.Object({ ...ofAccount, ...invitation, link: url() })

const session = Type.Object({
  id: count(),
  browser: text(),
  network: text(),
  opened_at: instant(),
  last_used_at: instant(),
  is_this: Type.Boolean({ description: 'Whether it is the session that asks.' }),
})

export const profileAnswer = Type.Object({
  user: text(),
  account: text(),
  accounts: Type.Array(Type.Object({ account: text(), role })),
  has_password: Type.Boolean(),
  second_factor: Type.Object({ is_set: Type.Boolean(), recovery_codes_left: count() }),
  sessions: Type.Array(session),
})

/** An invitation, for anyone who has its link. */
export const openInvitationAnswer = Type.Object({
  account: text(),
  user: text(),
  role,
  invited_by: nullable(text()),
})

/** What a set-up made, and the key in plain text. */
export const setUpAnswer = Type.Object({ account: text(), user: text(), key: text() })

export const optionsAnswer = Type.Object({ provider: nullable(text()) })

export const providerAnswer = Type.Object({ url: url() })

export const secretAnswer = Type.Object({ user: text(), secret: text(), url: text() })

export const recoveryAnswer = Type.Object({ user: text(), recovery_codes: Type.Array(text()) })

export type Role = Static<typeof role>
export type MemberAnswer = Static<typeof member>
export type InvitationAnswer = UsersAnswer['invitations'][number]
export type UsersAnswer = Static<typeof usersAnswer>
export type SessionAnswer = Static<typeof session>
export type ProfileAnswer = Static<typeof profileAnswer>
export type OpenInvitationAnswer = Static<typeof openInvitationAnswer>
export type InvitedAnswer = Static<typeof invitedAnswer>
export type SetUpAnswer = Static<typeof setUpAnswer>
export type OptionsAnswer = Static<typeof optionsAnswer>
export type ProviderAnswer = Static<typeof providerAnswer>
export type SecretAnswer = Static<typeof secretAnswer>
export type RecoveryAnswer = Static<typeof recoveryAnswer>
