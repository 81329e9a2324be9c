import { randomBytes } from 'node:crypto'
import {
  type Channel,
  type ChannelSecrets,
  maxChannels,
  rotationMs,
} from '../../messages/channel.ts'
import { hashToken, newToken } from '../../publishers/random-token.ts'
import { refuse } from '../../publishers/refusals.ts'
import type { Grant, Role } from '../../publishers/user.ts'
import { channelPlace, type Vault } from '../../sealing/vault.ts'
import type { Accounts } from '../accounts.ts'
import type { RelationalDatabase } from '../relational-database.ts'
import { toChannel } from './channel-row.ts'

export type NewChannel = Pick<
  Channel,
  'name' | 'kind' | 'target' | 'events' | 'userId' | 'settings'
> & {
  /** Of a chat or a webhook. */
  readonly url: string | null
}

export type ChannelChange = Partial<Pick<Channel, 'events' | 'settings' | 'state'>>

/** Manages where messages of accounts go. */
export class Channels {
  readonly #accounts: Accounts
  readonly #database: RelationalDatabase
  readonly #vault: Vault
  readonly #now: () => Date

  constructor(accounts: Accounts, database: RelationalDatabase, vault: Vault, now: () => Date) {
    this.#accounts = accounts
    this.#database = database
    this.#vault = vault
    this.#now = now
  }

  /** By name. @throws Refusal for an unknown account */
  async list(username: string): Promise<Channel[]> {
    const { id } = await this.#accounts.get(username)
    return this.ofAccount(id)
  }

  /** By name. */
  async ofAccount(accountId: number): Promise<Channel[]> {
    const rows = await this.#database.reads
      .selectFrom('channels')
      .selectAll()
      .where('accountId', '=', accountId)
      .orderBy('name')
      .execute()
    return rows.map(toChannel)
  }

  /** Every channel that wants messages of some types, of enabled accounts. */
  async wanting(types: readonly string[]): Promise<Channel[]> {
    const rows = await this.#database.reads
      .selectFrom('channels')
      .innerJoin('accounts', 'accounts.id', 'channels.accountId')
      .selectAll('channels')
      .where('channels.state', '=', 'on')
      .where('accounts.disabledAt', 'is', null)
      .orderBy('channels.id')
      .execute()
    return rows.map(toChannel).filter(({ events }) => events.some((type) => types.includes(type)))
  }

  /** @throws Refusal for an unknown account or channel */
  async get(username: string, name: string): Promise<Channel> {
    const found = (await this.list(username)).find((channel) => channel.name === name)
    if (!found) throw refuse('unknown_channel', { username, name })
    return found
  }

  /**
   * @param by the name of the actor; null for a command
   * @returns the channel, and the secret that signs its messages; null for all but webhooks
   * @throws Refusal for an unknown account, a name that is taken, or too many channels
   */
  async add(username: string, { url, ...given }: NewChannel, by: string | null) {
    const { id: accountId } = await this.#accounts.get(username)
    const { kind, events, settings } = given
    const secrets: ChannelSecrets = {
      ...(url !== null && { url }),
      ...(kind === 'webhook' && { signing: newSigningSecret() }),
      ...(kind === 'mail' && { unsubscribe: newToken() }),
    }
    const row = await this.#database.withLock(['users'], async (transaction) => {
      const { count } = await transaction
        .selectFrom('channels')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('accountId', '=', accountId)
        .executeTakeFirstOrThrow()
      if (Number(count) >= maxChannels) {
        throw refuse('too_many_channels', { username, max: maxChannels })
      }
      const added = await transaction
        .insertInto('channels')
        .values({
          ...given,
          accountId,
          events: JSON.stringify(events),
          settings: JSON.stringify(settings),
          secretsSealed: null,
          unsubscribeHash: secrets.unsubscribe ? hashToken(secrets.unsubscribe) : null,
          state: 'on',
          failingSinceMs: null,
          lastError: null,
          createdAtMs: this.#now().getTime(),
          createdBy: by,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!added) throw refuse('channel_name_taken', { username, name: given.name })
      // The place has the id, which is known only now.
      await transaction
        .updateTable('channels')
        .set({ secretsSealed: this.#seal(added.id, secrets) })
        .where('id', '=', added.id)
        .execute()
      return added
    })
    return { channel: toChannel(row), signing: secrets.signing ?? null }
  }

  /** A channel that is turned on again begins without failures. @throws Refusal for an unknown account or channel */
  async change(
    username: string,
    name: string,
    { events, settings, state }: ChannelChange,
  ): Promise<Channel> {
    const { id } = await this.get(username, name)
    const row = await this.#database.writes
      .updateTable('channels')
      .set({
        ...(events && { events: JSON.stringify(events) }),
        ...(settings && { settings: JSON.stringify(settings) }),
        ...(state && { state }),
        ...(state === 'on' && { failingSinceMs: null, lastError: null }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw refuse('unknown_channel', { username, name })
    return toChannel(row)
  }

  /** Its messages are not sent any more. @throws Refusal for an unknown account or channel */
  async remove(username: string, name: string): Promise<Channel> {
    const channel = await this.get(username, name)
    await this.#database.withLock(['users'], async (transaction) => {
      for (const table of ['digestSends', 'deliveries'] as const) {
        await transaction.deleteFrom(table).where('channelId', '=', channel.id).execute()
      }
      await transaction.deleteFrom('channels').where('id', '=', channel.id).execute()
    })
    return channel
  }

  /** Makes a new secret for a webhook; the one before signs too for a day. @throws Refusal for an unknown channel, and for one that has no secret */
  async rotate(username: string, name: string): Promise<string> {
    const channel = await this.get(username, name)
    const secrets = await this.secretsOf(channel.id)
    if (!secrets?.signing) throw refuse('channel_has_no_secret', { username, name })
    const signing = newSigningSecret()
    const previousUntilMs = this.#now().getTime() + rotationMs
    const both = { ...secrets, signing, previousSigning: secrets.signing, previousUntilMs }
    await this.#database.writes
      .updateTable('channels')
      .set({ secretsSealed: this.#seal(channel.id, both) })
      .where('id', '=', channel.id)
      .execute()
    return signing
  }

  /** What the user of a channel may see; null when it is a user of the account no more. */
  async memberOf({
    accountId,
    userId,
  }: Pick<Channel, 'accountId' | 'userId'>): Promise<Grant | null> {
    const row = await this.#database.reads
      .selectFrom('memberships')
      .select(['role', 'apps'])
      .where('accountId', '=', accountId)
      .where('userId', '=', userId)
      .executeTakeFirst()
    return row ? { role: row.role as Role, apps: row.apps && JSON.parse(row.apps) } : null
  }

  /** Null for a channel that is gone, and where the secret of the installation is another one. */
  async secretsOf(id: number): Promise<ChannelSecrets | null> {
    const row = await this.#database.reads
      .selectFrom('channels')
      .select('secretsSealed')
      .where('id', '=', id)
      .executeTakeFirst()
    const opened = row?.secretsSealed && this.#vault.openOrNull(row.secretsSealed, channelPlace(id))
    return opened ? JSON.parse(opened) : null
  }

  /** Ends the mails that a token is in. @returns false for an unknown one */
  async unsubscribe(token: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('channels')
      .set({ state: 'disabled', lastError: 'Its reader unsubscribed.' })
      .where('unsubscribeHash', '=', hashToken(token))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  /** Whether a token is of a channel that gets mail. */
  async hasSubscriber(token: string): Promise<boolean> {
    const row = await this.#database.reads
      .selectFrom('channels')
      .select('id')
      .where('unsubscribeHash', '=', hashToken(token))
      .executeTakeFirst()
    return row !== undefined
  }

  /** Nothing is sent any more, until a person turns it on again. */
  async disable(id: number, why: string): Promise<void> {
    await this.#database.writes
      .updateTable('channels')
      .set({ state: 'disabled', lastError: why })
      .where('id', '=', id)
      .execute()
  }

  /** Notes that a delivery succeeded or failed. @param error null when it was sent */
  async note(id: number, error: string | null): Promise<void> {
    const nowMs = this.#now().getTime()
    await this.#database.writes
      .updateTable('channels')
      .set((e) => ({
        lastError: error,
        failingSinceMs: error === null ? null : e.fn.coalesce('failingSinceMs', e.val(nowMs)),
      }))
      .where('id', '=', id)
      .execute()
  }

  #seal(id: number, secrets: ChannelSecrets): Uint8Array {
    return this.#vault.seal(JSON.stringify(secrets), channelPlace(id))
  }
}

/** As Standard Webhooks 1.0 has them: 24 to 64 random bytes. */
const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
