import type { RelationalDatabase } from '../relational-database.ts'

/** Sums over all accounts, for those who watch a server. */
export interface SettlementTotals {
  /** Lines of statements that wait to be assigned. */
  readonly waitingLines: number
  /** When a month was last closed, of the closes that were not withdrawn; null without one. */
  readonly lastCloseMs: number | null
}

/** Reads the sums. It costs some milliseconds for each 10,000 lines. */
export async function readSettlementTotals({
  reads,
}: Pick<RelationalDatabase, 'reads'>): Promise<SettlementTotals> {
  const { waiting } = await reads
    .selectFrom('statementLines')
    .innerJoin('statementImports', 'statementImports.id', 'statementLines.importId')
    .leftJoin('lineParts', (join) =>
      join.onRef('lineParts.lineId', '=', 'statementLines.id').on('lineParts.place', '=', 0),
    )
    .select((e) => e.fn.countAll<number>().as('waiting'))
    .where('statementImports.undoneAtMs', 'is', null)
    .where('lineParts.lineId', 'is', null)
    .executeTakeFirstOrThrow()
  const { last } = await reads
    .selectFrom('monthCloses')
    .select((e) => e.fn.max<number | null>('closedAtMs').as('last'))
    .executeTakeFirstOrThrow()
  return { waitingLines: Number(waiting), lastCloseMs: last === null ? null : Number(last) }
}
