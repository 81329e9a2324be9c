import { backup, DatabaseSync } from 'node:sqlite'

/** Which figures a state of the records belongs to. */
export interface PinnedRecord {
  readonly token: string
  readonly nextToken: string
  readonly secretCheck: string
  readonly generation: number
  readonly identity: string
}

/** One state of a SQLite file, while others keep writing. */
export class PinnedSqlite {
  readonly record: PinnedRecord
  readonly #database: DatabaseSync

  private constructor(database: DatabaseSync, record: PinnedRecord) {
    this.#database = database
    this.record = record
  }

  /** Pins the current state. */
  static open(path: string): PinnedSqlite {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      database.exec('PRAGMA busy_timeout = 5000')
      database.exec('BEGIN')
      // The first read of a transaction decides which state it sees.
      const row = database
        .prepare(
          'SELECT token, next_token AS nextToken, secret_check AS secretCheck, generation, identity FROM installation',
        )
        .get()
      return new PinnedSqlite(database, row as unknown as PinnedRecord)
    } catch (error) {
      database.close()
      throw error
    }
  }

  /** Writes the state to a new file. The event loop goes on meanwhile. */
  async copyTo(path: string): Promise<void> {
    await backup(this.#database, path, { rate: 1_000 })
  }

  /** The migration that ran last. */
  get version(): string {
    const row = this.#database.prepare('SELECT max(name) AS name FROM kysely_migration').get()
    return String(row?.name)
  }

  close(): void {
    this.#database.close()
  }
}
