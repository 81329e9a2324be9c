import { Accounts } from '../../src/publishers/accounts.ts'
import { Invitations } from '../../src/publishers/invitations.ts'
import { KeyVault } from '../../src/publishers/key-vault.ts'
import { ProviderSignIns } from '../../src/publishers/provider-sign-in.ts'
import { SecondFactors } from '../../src/publishers/second-factors.ts'
import { Sessions } from '../../src/publishers/sessions.ts'
import { SetupLinks } from '../../src/publishers/setup-links.ts'
import type { Role } from '../../src/publishers/user.ts'
import { Users } from '../../src/publishers/users.ts'
import { RelationalAccountStore } from '../../src/records/relational-account-store.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { RelationalSecondFactorStore } from '../../src/records/relational-second-factor-store.ts'
import { RelationalSessionStore } from '../../src/records/relational-session-store.ts'
import { RelationalSetupStore } from '../../src/records/relational-setup-store.ts'
import { RelationalUserStore } from '../../src/records/relational-user-store.ts'

/** Noon of 10 March 2026. */
export const start = Date.parse('2026-03-10T12:00:00Z')

export const password = 'a password of the contract'

/** Everything about users on a relational store, with a clock. */
export function peopleOf(database: RelationalDatabase) {
  const clock = { nowMs: start }
  const now = () => new Date(clock.nowMs)
  const vault = new KeyVault(Buffer.alloc(32, 7))
  const accounts = new Accounts(new RelationalAccountStore(database), vault, now)
  const store = new RelationalUserStore(database)
  const users = new Users(accounts, store, now)
  const invitations = new Invitations(accounts, store, now)
  const sessions = new Sessions(users, new RelationalSessionStore(database), now)
  return {
    accounts,
    clock,
    invitations,
    sessions,
    store,
    users,
    setupLinks: new SetupLinks(accounts, new RelationalSetupStore(database), now),
    secondFactors: new SecondFactors(new RelationalSecondFactorStore(database), vault, now),
    providerSignIns: new ProviderSignIns(store, now),
    /** Adds a user without a password. */
    add: async (username: string, login: string, role: Role) => {
      const { id } = await accounts.get(username)
      const user = (await store.byLogin(login)) ?? (await store.insert(login, null, clock.nowMs))
      await store.setGrant(id, user.id, { role, apps: null })
      return user
    },
    /** Opens a session of a user. @returns its token */
    open: async (login: string): Promise<string> =>
      (await sessions.open((await users.known(await users.get(login)))!)).token,
  }
}
