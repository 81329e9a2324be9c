import type { OnProgress } from '../../sources/import-progress.ts'
import type { FigureWriter, ImportSession, UndoneImport } from '../../staging/figure-writer.ts'
import type { DuckdbDatabase } from './database.ts'
import { StageSession } from './stage-session.ts'
import { tidyMonths } from './tidy-months.ts'
import { undoImport } from './undo-import.ts'

/** Writes figures into a DuckDB file. */
export class DuckdbFigureWriter implements FigureWriter {
  readonly #database: DuckdbDatabase

  constructor(database: DuckdbDatabase) {
    this.#database = database
  }

  import<Result>(
    onProgress: OnProgress,
    work: (session: ImportSession) => Promise<Result>,
  ): Promise<Result> {
    return this.#database.write(async (connection) =>
      work(await StageSession.begin(this.#database, connection, onProgress)),
    )
  }

  undo(importId: number, now: Date): Promise<UndoneImport> {
    return this.#database.write((connection) =>
      undoImport(this.#database, connection, importId, now),
    )
  }

  tidy(): Promise<void> {
    return this.#database.write((connection) => tidyMonths(this.#database, connection))
  }
}
