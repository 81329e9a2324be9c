import type { FigureEntries } from '../../records/figure-entries.ts'
import { SqlFigureLedger } from '../sql/sql-figure-ledger.ts'
import { boundValues, clickhouseDialect } from './clickhouse-dialect.ts'
import type { ClickhouseConnection } from './connection.ts'
import { LabelCache } from './label-cache.ts'

/** Reads the history of the figures from a journal in ClickHouse and its ledger. */
export class ClickhouseFigureLedger extends SqlFigureLedger {
  constructor(connection: ClickhouseConnection, entries: FigureEntries) {
    const labels = new LabelCache(entries)
    super({
      entries,
      dialect: async (entry) => {
        const state = await entries.state(entry)
        const last = entry ?? state.last
        return clickhouseDialect(await labels.at(state.last), { ...state, last })
      },
      identity: async () => (await entries.state()).identity,
      generation: async () => (await entries.state()).generation,
      rows: ({ text, parameters }) => connection.rows(text, boundValues(parameters)),
    })
  }
}
