import type { Insertable, Selectable } from 'kysely'
import type { AppRevenue, CarriedChange, MonthClose } from '../../settlement/month-close.ts'
import type { LinePart, NewLine, StatementLine } from '../../settlement/statement-line.ts'
import type { DatedTerms } from '../../settlement/terms.ts'
import type { Day } from '../../values/day.ts'
import type {
  CarriedChangesTable,
  ClosedFiguresTable,
  LinePartsTable,
  MonthClosesTable,
  PaymentTermsTable,
  StatementLinesTable,
} from '../tables/settlement-tables.ts'

export const toTerms = (row: Selectable<PaymentTermsTable>): DatedTerms => ({
  network: row.network,
  from: row.fromDay as Day,
  netDays: row.netDays,
  minimumMicros: BigInt(row.minimumMicros),
  currency: row.currency,
  feePpm: row.feePpm,
  fixedFeeMicros: BigInt(row.fixedFeeMicros),
  withholdingPpm: row.withholdingPpm,
  apps: row.apps === null ? null : JSON.parse(row.apps),
})

export const fromTerms = (terms: DatedTerms): Omit<PaymentTermsTable, 'accountId'> => ({
  network: terms.network,
  fromDay: terms.from,
  netDays: terms.netDays,
  minimumMicros: Number(terms.minimumMicros),
  currency: terms.currency,
  feePpm: terms.feePpm,
  fixedFeeMicros: Number(terms.fixedFeeMicros),
  withholdingPpm: terms.withholdingPpm,
  apps: terms.apps && JSON.stringify(terms.apps),
})

export const toLine = (
  row: Selectable<StatementLinesTable>,
  parts: readonly Selectable<LinePartsTable>[],
): StatementLine => ({
  id: row.id,
  importId: row.importId,
  kind: row.kind,
  network: row.network,
  amountMicros: BigInt(row.amountMicros),
  currency: row.currency,
  day: row.day as Day,
  reference: row.reference,
  reason: row.reason,
  rate: row.rate,
  isRestated: row.isRestated === null ? null : row.isRestated === 1,
  bookedIn: row.bookedIn as Day | null,
  parts: parts.map(({ network, month, appKey, amountMicros }) => ({
    network,
    month: month as Day,
    app: appKey,
    amountMicros: BigInt(amountMicros),
  })),
})

export const fromLine = (
  line: NewLine,
): Omit<Insertable<StatementLinesTable>, 'accountId' | 'importId'> => ({
  kind: line.kind,
  network: line.network,
  amountMicros: Number(line.amountMicros),
  currency: line.currency,
  day: line.day,
  reference: line.reference,
  reason: line.reason,
  rate: line.rate,
  isRestated: null,
  bookedIn: null,
})

export const fromPart = (
  { app, amountMicros, ...part }: LinePart,
  place: number,
): Omit<LinePartsTable, 'accountId' | 'lineId'> => ({
  ...part,
  place,
  appKey: app,
  amountMicros: Number(amountMicros),
})

export const toClose = (
  row: Selectable<MonthClosesTable>,
  figures: readonly Pick<ClosedFiguresTable, 'network' | 'appKey' | 'revenueMicros'>[],
  carried: readonly Selectable<CarriedChangesTable>[],
): MonthClose => {
  const { accountId: _, ...close } = row
  const month = row.month as Day
  return {
    ...close,
    month,
    figures: figures.map(
      ({ network, appKey, revenueMicros }): AppRevenue => ({
        network,
        month,
        app: appKey,
        revenueMicros: BigInt(revenueMicros),
      }),
    ),
    carried: carried.map(
      (change): CarriedChange => ({
        network: change.network,
        month: change.month as Day,
        entry: change.entry,
        amountMicros: BigInt(change.amountMicros),
      }),
    ),
  }
}
