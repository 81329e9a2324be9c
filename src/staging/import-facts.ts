import { figures } from '../facts/figures.ts'
import type { LabelKind } from '../ledger/journal.ts'
import type { NotedNames } from '../ledger/set-aside.ts'
import { unusedColumns } from '../sources/unused-columns.ts'
import { parseDay } from '../values/day.ts'
import type { Checked, FigureImport } from './figure-import.ts'
import type { ImportFacts } from './summarise-import.ts'

/** The facts that a summary or a preview of an import tells besides the effect. */
export async function importFacts(
  { parts: { recognised, services }, translator }: FigureImport,
  { staged, entry, apps }: Checked,
): Promise<ImportFacts> {
  const { files, report, committedAt } = entry
  const { sliceLabel } = staged.kind
  return {
    source: recognised.source,
    files,
    report,
    committedAt,
    accounts: await services.accounts.list(),
    kind: staged.kind,
    networks: [...new Set(staged.names.flatMap((names) => names[sliceLabel as LabelKind] ?? []))],
    rates: staged.rates,
    createdApps: [...apps.toCreate.values()],
    matchedApps: [...apps.toLink.values()],
    unrecognised: translator?.unrecognised ?? null,
    networkNames: translator?.networks ?? null,
    unusedColumns: recognised.source ? unusedColumns(recognised.files) : [],
  }
}

/**
 * Rows that are set aside, and those that are booked because a person answered.
 *
 * @param entry the ledger entry; null for a connection
 * @returns null for details: they are parts of figures, which people are asked about
 */
export function notedNames(
  { parts: { names, recognised, inputs, stage }, translator }: FigureImport,
  entry: number | null,
): NotedNames | null {
  const { accountId } = names
  const { source } = recognised
  if (!translator || !source || accountId === null || stage.kind !== figures) return null
  const { setAside, answered } = translator.networks
  const onDay = <One extends { readonly day: string }>(one: One) => ({
    ...one,
    day: parseDay(one.day)!,
  })
  return {
    accountId,
    source: source.name,
    entry,
    pulled: null,
    setAside: setAside.map(onDay),
    answered: answered.filter(({ day }) => parseDay(day) !== null).map(onDay),
    files: entry === null ? [] : inputs.map(({ name }) => name),
  }
}
