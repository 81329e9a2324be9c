import { type Selectable, sql } from 'kysely'
import type {
  ImportRequest,
  ImportRequestAnswer,
  ImportRequestEnd,
  ImportRequestState,
  KeptRequests,
  NewImportRequest,
} from '../ledger/import-requests.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { ImportRequestsTable } from './tables/import-tables.ts'

const unfinished = ['receiving', 'running'] as const
const finished = ['done', 'refused', 'failed'] as const

/** Few enough that one statement never keeps requests waiting. */
const removedAtOnce = 500

/**
 * Stores import requests. Of an account, no two have the same idempotency key. A request that has
 * ended never changes again.
 */
export class ImportRequestStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /** Adds a request that is being received. @returns false when its key is another's */
  async add(request: NewImportRequest): Promise<boolean> {
    const { id, accountId, keyHash, apps, owner, createdAtMs } = request
    const { numInsertedOrUpdatedRows } = await this.#database.writes
      .insertInto('importRequests')
      .values({
        id,
        accountId,
        keyHash,
        owner,
        apps: apps && JSON.stringify(apps),
        dryRun: 0,
        state: 'receiving',
        createdAtMs,
        aliveAtMs: createdAtMs,
        files: '[]',
        byteCount: 0,
      })
      .onConflict((conflict) => conflict.columns(['accountId', 'keyHash']).doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }

  async byId(id: string): Promise<ImportRequest | null> {
    return toRequest(await this.#requests().where('id', '=', id).executeTakeFirst())
  }

  async byKey(accountId: number, keyHash: string): Promise<ImportRequest | null> {
    return toRequest(
      await this.#requests()
        .where('accountId', '=', accountId)
        .where('keyHash', '=', keyHash)
        .executeTakeFirst(),
    )
  }

  async byEntry(accountId: number, entry: number): Promise<ImportRequest | null> {
    return toRequest(
      await this.#requests()
        .where('accountId', '=', accountId)
        .where('entry', '=', entry)
        .executeTakeFirst(),
    )
  }

  /** Newest first. @param states all when absent */
  async ofAccount(
    accountId: number,
    limit: number,
    states: readonly ImportRequestState[] = [...unfinished, ...finished],
  ): Promise<ImportRequest[]> {
    const rows = await this.#requests()
      .where('accountId', '=', accountId)
      .where('state', 'in', states)
      .orderBy('createdAtMs', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map((row) => toRequest(row)!)
  }

  /** The requests of all accounts that have not ended. */
  async open(): Promise<ImportRequest[]> {
    const rows = await this.#requests().where('state', 'in', unfinished).execute()
    return rows.map((row) => toRequest(row)!)
  }

  /** Notes that all of it was received. @returns false when it was given up */
  begin(
    id: string,
    received: Pick<ImportRequest, 'files' | 'byteCount' | 'isDryRun'> & {
      readonly fingerprint: string
    },
  ): Promise<boolean> {
    const { fingerprint, files, byteCount, isDryRun } = received
    return this.#change(id, ['receiving'], {
      state: 'running',
      dryRun: Number(isDryRun),
      fingerprint,
      files: JSON.stringify(files),
      byteCount,
    })
  }

  /** Notes that its owner works on requests that have not ended. */
  async keepAlive(id: string, nowMs: number, progress: object | null): Promise<void> {
    await this.#change(id, unfinished, {
      aliveAtMs: nowMs,
      progress: progress && JSON.stringify(progress),
    })
  }

  /** Notes the answer to a running request, should it be committed. @returns false when it was given up */
  announce(id: string, { status, body }: ImportRequestAnswer): Promise<boolean> {
    return this.#change(id, ['running'], { status, answer: body })
  }

  /**
   * Ends a running request.
   *
   * @param answer what was announced when absent; null for none
   * @returns false when it has ended, or another entry answers it
   */
  async end(
    id: string,
    state: ImportRequestEnd,
    {
      atMs,
      entry,
      answer,
    }: {
      readonly atMs: number
      readonly entry: number | null
      readonly answer?: ImportRequestAnswer | null | undefined
    },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('importRequests')
      .set({
        state,
        endedAtMs: atMs,
        entry,
        progress: null,
        ...(answer !== undefined && {
          status: answer?.status ?? null,
          answer: answer?.body ?? null,
        }),
      })
      .where('id', '=', id)
      .where('state', '=', 'running')
      // The ledger may have noted an entry that the caller does not know.
      .where((e) =>
        e.or([e('entry', 'is', null), ...(entry === null ? [] : [e('entry', '=', entry)])]),
      )
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  /** Frees the key of a failed request for the next one. */
  async freeKey(id: string): Promise<void> {
    await this.#change(id, ['failed'], { keyHash: null })
  }

  /** Removes a request that is still being received. */
  async remove(id: string): Promise<void> {
    await this.#database.writes
      .deleteFrom('importRequests')
      .where('id', '=', id)
      .where('state', '=', 'receiving')
      .execute()
  }

  /** Removes requests that ended before an instant. */
  async removeBefore(atMs: number): Promise<void> {
    for (;;) {
      const oldest = this.#database.writes
        .selectFrom('importRequests')
        .select('id')
        .where('state', 'in', finished)
        .where('createdAtMs', '<', atMs)
        .where('endedAtMs', '<', atMs)
        .limit(removedAtOnce)
      const { numDeletedRows } = await this.#database.writes
        .deleteFrom('importRequests')
        .where('id', 'in', oldest)
        .executeTakeFirstOrThrow()
      if (numDeletedRows < removedAtOnce) return
    }
  }

  /** Removes the oldest ended requests of an account beyond what is kept. */
  async trim(accountId: number, { requests, characters }: KeptRequests): Promise<void> {
    await sql`DELETE FROM import_requests WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER newest AS place,
          sum(length(coalesce(answer, ''))) OVER newest AS characters
        FROM import_requests
        WHERE account_id = ${accountId} AND state IN ('done', 'refused', 'failed')
        WINDOW newest AS (ORDER BY created_at_ms DESC, id)
      ) AS kept
      WHERE place > ${requests} OR (characters > ${characters} AND place > 1)
    )`.execute(this.#database.writes)
  }

  #requests() {
    return this.#database.reads.selectFrom('importRequests').selectAll()
  }

  /** @returns whether the request was in one of these states */
  async #change(
    id: string,
    states: readonly ImportRequestState[],
    changes: Partial<Omit<ImportRequestsTable, 'id'>>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.writes
      .updateTable('importRequests')
      .set(changes)
      .where('id', '=', id)
      .where('state', 'in', states)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }
}

function toRequest(row: Selectable<ImportRequestsTable> | undefined): ImportRequest | null {
  if (!row) return null
  const { keyHash: _, dryRun, apps, files, progress, status, answer, ...request } = row
  return {
    ...request,
    apps: apps === null ? null : JSON.parse(apps),
    isDryRun: dryRun === 1,
    files: JSON.parse(files),
    progress: progress === null ? null : JSON.parse(progress),
    answer: answer === null ? null : { status: status!, body: answer },
  }
}
