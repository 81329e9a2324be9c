import type { Selectable } from 'kysely'
import type { PrimarySource } from '../facts/primary-source.ts'
import type { Account } from '../publishers/account.ts'
import { formatDay, parseDay } from '../values/day.ts'
import type { AccountsTable } from './tables/account-tables.ts'

export function toAccount(row: Selectable<AccountsTable>): Account {
  const { id, username, currency, createdAt, disabledAt } = row
  const primarySources = toPrimarySources(row.primarySources)
  return {
    id,
    username,
    currency,
    createdAt,
    disabledAt,
    ...(primarySources && { primarySources }),
  }
}

type StoredRule = [day: string, source: string]

/** Null without rules. */
export const toPrimarySourcesCell = (rules: readonly PrimarySource[]): string | null =>
  rules.length === 0
    ? null
    : JSON.stringify(rules.map(({ firstDay, source }): StoredRule => [formatDay(firstDay), source]))

function toPrimarySources(cell: string | null): PrimarySource[] | null {
  if (cell === null) return null
  const stored = JSON.parse(cell) as StoredRule[]
  return stored.map(([day, source]) => ({ source, firstDay: parseDay(day)! }))
}
