import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  Grant,
  Identity,
  Invitation,
  Member,
  Membership,
  Role,
  StoredUser,
} from '../publishers/user.ts'
import { toAccount } from './account-row.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { Tables } from './tables/tables.ts'
import type { InvitationsTable } from './tables/user-tables.ts'

/** The stored users, their roles in accounts, and invitations; within a transaction or not. */
export class UserRecords {
  readonly #reads: Kysely<Tables>
  readonly #writes: Kysely<Tables>

  constructor(reads: Kysely<Tables>, writes: Kysely<Tables>) {
    this.#reads = reads
    this.#writes = writes
  }

  async byLogin(login: string): Promise<StoredUser | null> {
    const row = await this.#users().where('login', '=', login).executeTakeFirst()
    return row ?? null
  }

  async byId(id: number): Promise<StoredUser | null> {
    const row = await this.#users().where('id', '=', id).executeTakeFirst()
    return row ?? null
  }

  async byIdentity({ issuer, subject }: Identity): Promise<StoredUser | null> {
    const row = await this.#users()
      .where('id', 'in', (e) =>
        e
          .selectFrom('identities')
          .select('userId')
          .where('issuer', '=', issuer)
          .where('subject', '=', subject),
      )
      .executeTakeFirst()
    return row ?? null
  }

  /** @param login that no user has */
  async insert(
    login: string,
    passwordHash: string | null,
    createdAtMs: number,
  ): Promise<StoredUser> {
    return this.#writes
      .insertInto('dashboardUsers')
      .values({ login, passwordHash, createdAtMs, credentialVersion: 0 })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Removes a user with everything that belongs to it. */
  async remove(id: number): Promise<void> {
    for (const table of [
      'memberships',
      'identities',
      'recoveryCodes',
      'secondFactors',
      'userSessions',
    ] as const) {
      await this.#writes.deleteFrom(table).where('userId', '=', id).execute()
    }
    await this.#writes.deleteFrom('dashboardUsers').where('id', '=', id).execute()
  }

  /** Changes the password and ends all sessions. */
  setPasswordHash(id: number, hash: string): Promise<void> {
    return this.#setCredentials(id, hash)
  }

  /** Removes password and second factor, and ends all sessions. */
  async clearCredentials(id: number): Promise<void> {
    for (const table of ['recoveryCodes', 'secondFactors'] as const) {
      await this.#writes.deleteFrom(table).where('userId', '=', id).execute()
    }
    await this.#setCredentials(id, null)
  }

  async issuersOf(id: number): Promise<string[]> {
    const rows = await this.#reads
      .selectFrom('identities')
      .select('issuer')
      .where('userId', '=', id)
      .orderBy('issuer')
      .execute()
    return rows.map(({ issuer }) => issuer)
  }

  async addIdentity(id: number, { issuer, subject }: Identity): Promise<void> {
    await this.#writes.insertInto('identities').values({ issuer, subject, userId: id }).execute()
  }

  /** The accounts that a user signs in to, disabled ones too, by username. */
  async accountsOf(id: number): Promise<Membership[]> {
    const rows = await this.#reads
      .selectFrom('memberships')
      .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
      .selectAll('accounts')
      .select(['role', 'apps'])
      .where('userId', '=', id)
      .orderBy('username')
      .execute()
    return rows.map((row) => ({ account: toAccount(row), ...toGrant(row) }))
  }

  /** By login. */
  async membersOf(accountId: number): Promise<Member[]> {
    const rows = await this.#reads
      .selectFrom('memberships')
      .innerJoin('dashboardUsers', 'dashboardUsers.id', 'memberships.userId')
      .leftJoin('secondFactors', (join) =>
        join
          .onRef('secondFactors.userId', '=', 'memberships.userId')
          .on('secondFactors.isConfirmed', '=', 1),
      )
      .selectAll('dashboardUsers')
      .select(['role', 'apps', 'secondFactors.userId as factorOf'])
      .select((e) => [
        e
          .selectFrom('userSessions')
          .select((one) => one.fn.max('lastUsedAtMs').as('last'))
          .whereRef('userSessions.userId', '=', 'dashboardUsers.id')
          .as('lastUsed'),
      ])
      .where('accountId', '=', accountId)
      .orderBy('login')
      .execute()
    const issuers = await this.#issuersIn(accountId)
    return rows.map((row) => ({
      user: { id: row.id, login: row.login },
      ...toGrant(row),
      hasPassword: row.passwordHash !== null,
      hasSecondFactor: row.factorOf !== null,
      issuers: issuers.filter(({ userId: id }) => id === row.id).map(({ issuer }) => issuer),
      lastUsedAtMs: row.lastUsed === null ? null : Number(row.lastUsed),
    }))
  }

  /** Gives a user a role in an account and apps of it, in place of earlier ones. */
  async setGrant(accountId: number, id: number, grant: Grant): Promise<void> {
    const values = grantRow(grant)
    await this.#writes
      .insertInto('memberships')
      .values({ accountId, userId: id, ...values })
      .onConflict((conflict) => conflict.columns(['accountId', 'userId']).doUpdateSet(values))
      .execute()
  }

  /** Removes a user's role in an account, and the views that only the user sees. */
  async removeMember(accountId: number, id: number): Promise<void> {
    // Others may use the shared ones.
    await this.#writes
      .deleteFrom('savedViews')
      .where('accountId', '=', accountId)
      .where('userId', '=', id)
      .where('isShared', '=', 0)
      .execute()
    await this.#writes
      .deleteFrom('memberships')
      .where('accountId', '=', accountId)
      .where('userId', '=', id)
      .execute()
  }

  /** By login. */
  async invitationsOf(accountId: number): Promise<Invitation[]> {
    const rows = await this.#invitations().where('accountId', '=', accountId).execute()
    return rows.map(toInvitation)
  }

  async invitationsFor(login: string): Promise<Invitation[]> {
    const rows = await this.#invitations()
      .where('login', '=', login)
      .where('accountId', 'in', (e) =>
        e.selectFrom('accounts').select('id').where('disabledAt', 'is', null),
      )
      .execute()
    return rows.map(toInvitation)
  }

  async invitationByToken(tokenHash: Uint8Array) {
    const row = await this.#reads
      .selectFrom('invitations')
      .innerJoin('accounts', 'accounts.id', 'invitations.accountId')
      .selectAll('accounts')
      .selectAll('invitations')
      .where('tokenHash', '=', tokenHash)
      .executeTakeFirst()
    if (!row) return null
    return { invitation: toInvitation(row), account: toAccount({ ...row, id: row.accountId }) }
  }

  /** Replaces an earlier invitation of the same login to the same account. */
  async putInvitation(
    invitation: Omit<Invitation, 'id'>,
    tokenHash: Uint8Array,
    createdAtMs: number,
  ): Promise<Invitation> {
    const values = { ...invitation, ...grantRow(invitation), tokenHash, createdAtMs }
    const row = await this.#writes
      .insertInto('invitations')
      .values(values)
      .onConflict((conflict) => conflict.columns(['accountId', 'login']).doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow()
    return toInvitation(row)
  }

  async removeInvitation(id: number): Promise<void> {
    await this.#writes.deleteFrom('invitations').where('id', '=', id).execute()
  }

  #users() {
    return this.#reads.selectFrom('dashboardUsers').selectAll()
  }

  #invitations() {
    return this.#reads.selectFrom('invitations').selectAll().orderBy('login')
  }

  #issuersIn(accountId: number) {
    return this.#reads
      .selectFrom('identities')
      .innerJoin('memberships', 'memberships.userId', 'identities.userId')
      .select(['identities.userId', 'issuer'])
      .where('accountId', '=', accountId)
      .orderBy('issuer')
      .execute()
  }

  async #setCredentials(id: number, passwordHash: string | null): Promise<void> {
    await this.#writes
      .updateTable('dashboardUsers')
      .set({
        passwordHash,
        credentialVersion: sql<number>`credential_version + 1`,
      })
      .where('id', '=', id)
      .execute()
    await this.#writes.deleteFrom('userSessions').where('userId', '=', id).execute()
  }
}

/** The same, with transactions. */
export class UserStore extends UserRecords {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    super(database.reads, database.writes)
    this.#database = database
  }

  /** Runs work in a transaction; no other process changes users meanwhile. */
  exclusively<Result>(work: (users: UserRecords) => Promise<Result>): Promise<Result> {
    return this.#database.withLock(['users'], (transaction) =>
      work(new UserRecords(transaction, transaction)),
    )
  }
}

const toInvitation = ({ tokenHash, ...row }: Selectable<InvitationsTable>): Invitation => ({
  ...row,
  ...toGrant(row),
})

const grantRow = ({ role, apps }: Grant) => ({ role, apps: apps && JSON.stringify(apps) })

const toGrant = ({ role, apps }: { role: string; apps: string | null }): Grant => ({
  role: role as Role,
  apps: apps === null ? null : JSON.parse(apps),
})
