import type { DuckDBConnection, DuckDBListValue } from '@duckdb/node-api'
import type { FactKind } from '../facts/fact-kind.ts'
import { labelKinds } from '../ledger/journal.ts'
import { listStagedApps } from './list-staged-apps.ts'
import { rowsOf } from './scratch-tables.ts'
import type { AccountNames, StagedApp } from './staged-slices.ts'
import type { ViewedFiles } from './view-files.ts'

/** The distinct names of each account in staged rows. */
export async function stagedNames(
  scratch: DuckDBConnection,
  { namedLabels, labels }: FactKind,
  apps: readonly StagedApp[],
): Promise<AccountNames[]> {
  await listStagedApps(scratch, apps)
  const lists = namedLabels.map((name) => {
    const { fallback } = labels[name]!
    return `list(DISTINCT ${fallback === undefined ? name : `coalesce(${name}, '${fallback}')`})`
  })
  const rows = await rowsOf(
    scratch,
    `SELECT account, ${lists.join(', ')}
    FROM stage JOIN staged_apps ON reference = app_id GROUP BY account`,
  )
  return rows.map(([accountId, ...found]) => ({
    accountId: Number(accountId),
    ...Object.fromEntries(
      namedLabels.map((name, place) => [name, (found[place] as DuckDBListValue).items.map(String)]),
    ),
  }))
}

/** The same of viewed files. */
export function viewedNames(
  { labels, namedLabels }: FactKind,
  { names, distinct }: ViewedFiles,
  apps: readonly StagedApp[],
): AccountNames[] {
  const accountOf = new Map(apps.map(({ reference, accountId }) => [reference, accountId]))
  const found = new Map<number, Map<string, Set<string>>>()
  for (const accountId of accountOf.values()) {
    found.set(accountId, new Map(labelKinds.map((kind) => [kind, new Set<string>()])))
  }
  for (const { column, app, value } of names) {
    const ofAccount = found.get(accountOf.get(app!)!)
    ofAccount!.get(column)!.add(value ?? labels[column]!.fallback!)
  }
  const isMissing = (label: string) => distinct.get(label)!.every((value) => value === null)
  return [...found].map(([accountId, kinds]) => ({
    accountId,
    ...Object.fromEntries(
      namedLabels.map((label) => [
        label,
        isMissing(label) ? [labels[label]!.fallback!] : [...kinds.get(label)!],
      ]),
    ),
  }))
}

/** New ad tags get their codes in the order of their names, wherever the same rows are staged. */
export const inOrder = (names: AccountNames): AccountNames => ({
  ...names,
  ...(names.ad_tag && { ad_tag: names.ad_tag.toSorted() }),
})
