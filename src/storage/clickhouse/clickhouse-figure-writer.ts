import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FigureEntries, Leftovers } from '../../ledger/journal.ts'
import type { OnProgress } from '../../sources/import-progress.ts'
import type { FigureWriter, ImportSession, UndoneImport } from '../../staging/figure-writer.ts'
import type { ClickhouseConnection } from './connection.ts'
import { journalCleanup } from './journal-cleanup.ts'
import { ScratchEntry } from './scratch-entry.ts'

export interface ClickhouseWriterOptions {
  readonly connection: ClickhouseConnection
  readonly entries: FigureEntries
  /** Where an import keeps what it works on. */
  readonly workDirectory: string
  /** Engine threads of an import. */
  readonly threads: number
  /** Hears, before anything is written, which entries there are and which came to nothing. */
  readonly confirmPendingApps?: (leftovers: Leftovers) => Promise<void>
}

/**
 * Writes figures into a journal in ClickHouse. Whatever an import means is worked out in a DuckDB
 * database of its own, over what it touches of the figures that stand; the journal gets what that
 * changed there, and the ledger's commit has it stand.
 */
export class ClickhouseFigureWriter implements FigureWriter {
  readonly #options: ClickhouseWriterOptions

  constructor(options: ClickhouseWriterOptions) {
    this.#options = options
  }

  import<Result>(
    onProgress: OnProgress,
    work: (session: ImportSession) => Promise<Result>,
  ): Promise<Result> {
    return this.#write((entry) => entry.import(onProgress, work))
  }

  undo(importId: number, now: Date): Promise<UndoneImport> {
    return this.#write((entry) => entry.undo(importId, now))
  }

  /** The engine sorts by itself. */
  async tidy(): Promise<void> {}

  /** Deals with what a process left that died, unless another one is writing. */
  recover(): Promise<void> {
    return this.#options.entries.recover(this.#keeper)
  }

  get #keeper() {
    const { connection, confirmPendingApps = async () => undefined } = this.#options
    return journalCleanup(connection, confirmPendingApps)
  }

  #write<Result>(work: (entry: ScratchEntry) => Promise<Result>): Promise<Result> {
    const { connection, entries, workDirectory, threads } = this.#options
    return entries.write(this.#keeper, async (turn) => {
      await mkdir(workDirectory, { recursive: true })
      const folder = await mkdtemp(join(workDirectory, 'entry-'))
      try {
        const entry = await ScratchEntry.open({ connection, entries, turn, folder, threads })
        try {
          return await work(entry)
        } finally {
          entry.close()
        }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  }
}
