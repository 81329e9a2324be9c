import type { ProvedIdentity } from '../publishers/provider-sign-in.ts'
import { type Invitation, isAscii, type StoredUser, toLogin } from '../publishers/user.ts'
import type { UserRecords, UserStore } from './user-store.ts'

/** The user of an identity, or why there is none. */
export type IdentifiedUser =
  | {
      readonly user: StoredUser
      /** Whether the identity was matched by its address, which happens once. */
      readonly isNew: boolean
      /** The invitations that the user has accepted with it. */
      readonly joined: readonly Invitation[]
    }
  | 'email_not_verified'
  | 'not_invited'

/** Finds the users of identities. */
export class ProviderSignIns {
  readonly #store: UserStore
  readonly #now: () => Date

  constructor(store: UserStore, now: () => Date) {
    this.#store = store
    this.#now = now
  }

  /**
   * Finds the user of an identity. An identity that was not seen before belongs to the user, or else to
   * the invited, with its verified address. From then on this user signs in with the
   * provider, because a password does not prove that the address is the user's.
   */
  identify(identity: ProvedIdentity): Promise<IdentifiedUser> {
    return this.#store.exclusively(async (users) => {
      const known = await users.byIdentity(identity)
      if (known) return { user: known, isNew: false, joined: [] }
      if (identity.verifiedEmail === null) return 'email_not_verified'
      const login = toLogin(identity.verifiedEmail)
      // Names of accounts are no addresses, whatever a provider says.
      if (!login.includes('@')) return 'not_invited'
      // A provider may take other letters for the same as these.
      if (!isAscii(login) && login !== identity.verifiedEmail) return 'not_invited'
      const user = await users.byLogin(login)
      if (user && (await users.accountsOf(user.id)).length > 0) {
        // The provider has given the address to someone else since.
        if ((await users.issuersOf(user.id)).includes(identity.issuer)) return 'not_invited'
        await users.clearCredentials(user.id)
        await users.addIdentity(user.id, identity)
        return { user: (await users.byId(user.id))!, isNew: true, joined: [] }
      }
      return this.#join(users, login, user, identity)
    })
  }

  async #join(
    users: UserRecords,
    login: string,
    earlier: StoredUser | null,
    identity: ProvedIdentity,
  ): Promise<IdentifiedUser> {
    const nowMs = this.#now().getTime()
    const all = await users.invitationsFor(login)
    const invitations = all.filter(({ expiresAtMs }) => expiresAtMs > nowMs)
    if (invitations.length === 0) return 'not_invited'
    if (earlier) await users.remove(earlier.id)
    const user = await users.insert(login, null, nowMs)
    await users.addIdentity(user.id, identity)
    for (const { id, accountId, role, apps } of invitations) {
      await users.setGrant(accountId, user.id, { role, apps })
      await users.removeInvitation(id)
    }
    return { user, isNew: true, joined: invitations }
  }
}
