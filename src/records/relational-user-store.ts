import { type Kysely, type Selectable, sql } from 'kysely'
import type { Grant, Invitation, Member, Membership, Role, StoredUser } from '../publishers/user.ts'
import type { Identity, UserRecords, UserStore } from '../publishers/user-store.ts'
import { toAccount } from './account-row.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { Tables } from './tables/tables.ts'
import type { DashboardUsersTable, InvitationsTable } from './tables/user-tables.ts'

/** Stores users in the relational store, within a transaction or not. */
export class RelationalUserRecords implements UserRecords {
  readonly #reads: Kysely<Tables>
  readonly #writes: Kysely<Tables>

  constructor(reads: Kysely<Tables>, writes: Kysely<Tables>) {
    this.#reads = reads
    this.#writes = writes
  }

  async byLogin(login: string): Promise<StoredUser | null> {
    const row = await this.#users().where('login', '=', login).executeTakeFirst()
    return row ? toUser(row) : null
  }

  async byId(id: number): Promise<StoredUser | null> {
    const row = await this.#users().where('id', '=', id).executeTakeFirst()
    return row ? toUser(row) : null
  }

  async byIdentity({ issuer, subject }: Identity): Promise<StoredUser | null> {
    const row = await this.#users()
      .where('id', 'in', (e) =>
        e
          .selectFrom('identities')
          .select('user_id')
          .where('issuer', '=', issuer)
          .where('subject', '=', subject),
      )
      .executeTakeFirst()
    return row ? toUser(row) : null
  }

  async insert(
    login: string,
    passwordHash: string | null,
    createdAtMs: number,
  ): Promise<StoredUser> {
    const row = await this.#writes
      .insertInto('dashboard_users')
      .values({
        login,
        password_hash: passwordHash,
        created_at_ms: createdAtMs,
        credential_version: 0,
        last_account_id: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toUser(row)
  }

  async remove(id: number): Promise<void> {
    for (const table of [
      ...(['memberships', 'identities', 'recovery_codes'] as const),
      ...(['second_factors', 'user_sessions'] as const),
    ]) {
      await this.#writes.deleteFrom(table).where('user_id', '=', id).execute()
    }
    await this.#writes.deleteFrom('dashboard_users').where('id', '=', id).execute()
  }

  setPasswordHash(id: number, hash: string): Promise<void> {
    return this.#setCredentials(id, hash)
  }

  async clearCredentials(id: number): Promise<void> {
    for (const table of ['recovery_codes', 'second_factors'] as const) {
      await this.#writes.deleteFrom(table).where('user_id', '=', id).execute()
    }
    await this.#setCredentials(id, null)
  }

  async issuersOf(id: number): Promise<string[]> {
    const rows = await this.#reads
      .selectFrom('identities')
      .select('issuer')
      .where('user_id', '=', id)
      .orderBy('issuer')
      .execute()
    return rows.map(({ issuer }) => issuer)
  }

  async addIdentity(id: number, { issuer, subject }: Identity): Promise<void> {
    await this.#writes.insertInto('identities').values({ issuer, subject, user_id: id }).execute()
  }

  async accountsOf(id: number): Promise<Membership[]> {
    const rows = await this.#reads
      .selectFrom('memberships')
      .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
      .selectAll('accounts')
      .select(['role', 'apps'])
      .where('user_id', '=', id)
      .orderBy('username')
      .execute()
    return rows.map((row) => ({ account: toAccount(row), ...toGrant(row) }))
  }

  async membersOf(accountId: number): Promise<Member[]> {
    const rows = await this.#reads
      .selectFrom('memberships')
      .innerJoin('dashboard_users', 'dashboard_users.id', 'memberships.user_id')
      .leftJoin('second_factors', (join) =>
        join
          .onRef('second_factors.user_id', '=', 'memberships.user_id')
          .on('second_factors.is_confirmed', '=', 1),
      )
      .selectAll('dashboard_users')
      .select(['role', 'apps', 'second_factors.user_id as factor_of'])
      .select((e) => [
        e
          .selectFrom('user_sessions')
          .select((one) => one.fn.max('last_used_at_ms').as('last'))
          .whereRef('user_sessions.user_id', '=', 'dashboard_users.id')
          .as('last_used'),
      ])
      .where('account_id', '=', accountId)
      .orderBy('login')
      .execute()
    const issuers = await this.#issuersIn(accountId)
    return rows.map((row) => ({
      user: toUser(row),
      ...toGrant(row),
      hasPassword: row.password_hash !== null,
      hasSecondFactor: row.factor_of !== null,
      issuers: issuers.filter(({ user_id: id }) => id === row.id).map(({ issuer }) => issuer),
      lastUsedAtMs: row.last_used === null ? null : Number(row.last_used),
    }))
  }

  async setGrant(accountId: number, id: number, grant: Grant): Promise<void> {
    const values = grantRow(grant)
    await this.#writes
      .insertInto('memberships')
      .values({ account_id: accountId, user_id: id, ...values })
      .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet(values))
      .execute()
  }

  async removeMember(accountId: number, id: number): Promise<void> {
    // Others may use the shared ones.
    await this.#writes
      .deleteFrom('saved_views')
      .where('account_id', '=', accountId)
      .where('user_id', '=', id)
      .where('is_shared', '=', 0)
      .execute()
    await this.#writes
      .deleteFrom('memberships')
      .where('account_id', '=', accountId)
      .where('user_id', '=', id)
      .execute()
  }

  async invitationsOf(accountId: number): Promise<Invitation[]> {
    const rows = await this.#invitations().where('account_id', '=', accountId).execute()
    return rows.map(toInvitation)
  }

  async invitationsFor(login: string): Promise<Invitation[]> {
    const rows = await this.#invitations()
      .where('login', '=', login)
      .where('account_id', 'in', (e) =>
        e.selectFrom('accounts').select('id').where('disabled_at', 'is', null),
      )
      .execute()
    return rows.map(toInvitation)
  }

  async invitationByToken(tokenHash: Uint8Array) {
    const row = await this.#reads
      .selectFrom('invitations')
      .innerJoin('accounts', 'accounts.id', 'invitations.account_id')
      .selectAll('accounts')
      .selectAll('invitations')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    if (!row) return null
    return { invitation: toInvitation(row), account: toAccount({ ...row, id: row.account_id }) }
  }

  async putInvitation(
    invitation: Omit<Invitation, 'id'>,
    tokenHash: Uint8Array,
    createdAtMs: number,
  ): Promise<Invitation> {
    const { accountId, login, invitedBy, expiresAtMs } = invitation
    const values = {
      ...grantRow(invitation),
      invited_by: invitedBy,
      token_hash: tokenHash,
      created_at_ms: createdAtMs,
      expires_at_ms: expiresAtMs,
    }
    const row = await this.#writes
      .insertInto('invitations')
      .values({ account_id: accountId, login, ...values })
      .onConflict((conflict) => conflict.columns(['account_id', 'login']).doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow()
    return toInvitation(row)
  }

  async removeInvitation(id: number): Promise<void> {
    await this.#writes.deleteFrom('invitations').where('id', '=', id).execute()
  }

  #users() {
    return this.#reads.selectFrom('dashboard_users').selectAll()
  }

  #invitations() {
    return this.#reads.selectFrom('invitations').selectAll().orderBy('login')
  }

  #issuersIn(accountId: number) {
    return this.#reads
      .selectFrom('identities')
      .innerJoin('memberships', 'memberships.user_id', 'identities.user_id')
      .select(['identities.user_id', 'issuer'])
      .where('account_id', '=', accountId)
      .orderBy('issuer')
      .execute()
  }

  async #setCredentials(id: number, passwordHash: string | null): Promise<void> {
    await this.#writes
      .updateTable('dashboard_users')
      .set({
        password_hash: passwordHash,
        credential_version: sql<number>`credential_version + 1`,
      })
      .where('id', '=', id)
      .execute()
    await this.#writes.deleteFrom('user_sessions').where('user_id', '=', id).execute()
  }
}

/** Stores users in the relational store. */
export class RelationalUserStore extends RelationalUserRecords implements UserStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    super(database.reads, database.writes)
    this.#database = database
  }

  exclusively<Result>(work: (users: UserRecords) => Promise<Result>): Promise<Result> {
    return this.#database.withLock(['users'], (transaction) =>
      work(new RelationalUserRecords(transaction, transaction)),
    )
  }
}

const toUser = (row: Selectable<DashboardUsersTable>): StoredUser => ({
  id: row.id,
  login: row.login,
  passwordHash: row.password_hash,
  credentialVersion: row.credential_version,
  lastAccountId: row.last_account_id,
})

const toInvitation = (row: Selectable<InvitationsTable>): Invitation => ({
  id: row.id,
  accountId: row.account_id,
  login: row.login,
  ...toGrant(row),
  invitedBy: row.invited_by,
  expiresAtMs: row.expires_at_ms,
})

const grantRow = ({ role, apps }: Grant) => ({ role, apps: apps && JSON.stringify(apps) })

const toGrant = ({ role, apps }: { role: string; apps: string | null }): Grant => ({
  role: role as Role,
  apps: apps === null ? null : JSON.parse(apps),
})
