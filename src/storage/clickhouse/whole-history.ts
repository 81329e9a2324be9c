import type { HistoryStore } from '../../ledger/history.ts'
import { refuse } from '../../ledger/refusals.ts'

/** A journal in ClickHouse keeps all its history: rows that replicas share cannot be replaced on all of them at once. */
export const wholeHistory: HistoryStore = {
  count: () => refused(),
  drop: () => refused(),
}

async function refused(): Promise<never> {
  throw refuse('clickhouse_keeps_history', {})
}
