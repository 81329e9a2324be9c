import type { Role } from '../../src/publishers/user.ts'
import { AccountStore } from '../../src/records/account-store.ts'
import { Accounts } from '../../src/records/accounts.ts'
import { Invitations } from '../../src/records/invitations.ts'
import { ProviderSignIns } from '../../src/records/provider-sign-ins.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { SecondFactors } from '../../src/records/second-factors.ts'
import { Sessions } from '../../src/records/sessions.ts'
import { SetupLinks } from '../../src/records/setup-links.ts'
import { UserStore } from '../../src/records/user-store.ts'
import { Users } from '../../src/records/users.ts'
import { Vault } from '../../src/sealing/vault.ts'

/** Noon of 10 March 2026. */
export const start = Date.parse('2026-03-10T12:00:00Z')

export const password = 'a password of the contract'

/** Everything about users on a relational store, with a clock. */
export function peopleOf(database: RelationalDatabase) {
  const clock = { nowMs: start }
  const now = () => new Date(clock.nowMs)
  const vault = new Vault(Buffer.alloc(32, 7))
  const accounts = new Accounts(new AccountStore(database), vault, now)
  const store = new UserStore(database)
  const users = new Users(accounts, store, now)
  const invitations = new Invitations(accounts, store, now)
  const sessions = new Sessions(users, database, now)
  return {
    accounts,
    clock,
    invitations,
    sessions,
    store,
    users,
    setupLinks: new SetupLinks(accounts, database, now),
    secondFactors: new SecondFactors(database, vault, now),
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
