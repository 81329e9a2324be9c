import { Type } from 'typebox'
import { factKinds } from '../../facts/kinds.ts'
import type { Account } from '../../publishers/account.ts'
import { formatInstant } from '../../values/instant.ts'
import { flag, text, username } from '../fields.ts'
import { refuse } from '../refusals.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import { type AccountExport, type ExportContext, exportAccount } from './export-account.ts'
import { ExportFolder } from './export-folder.ts'
import { fileOf, type Manifest, monthsNoted } from './manifest.ts'

const month = Type.String({
  maxLength: 7,
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
  description: 'a month as YYYY-MM',
})

interface ExportRequest {
  readonly directory: string
  readonly startDate?: string
  readonly endDate?: string
  readonly force?: boolean
}

export interface ExportView {
  readonly directory: string
  /** The state of all files; null before the first import. */
  readonly as_of: string | null
  readonly entry: number
  readonly accounts: readonly AccountExport[]
}

/**
 * Writes figures as Parquet files, by account and month. All files of an export are of one state. Months
 * without a change since the last export of the folder are kept. An export that is stopped is completed
 * by the next one.
 *
 * The process that has the stores open writes the files.
 */
export const exportFigures = useCase({
  name: 'export-figures',
  request: {
    /** An absolute path. */
    directory: text(4_096, 'the absolute path of a folder'),
    /** All accounts when absent. */
    account: Type.Optional(username),
    startDate: Type.Optional(month),
    endDate: Type.Optional(month),
    force: flag,
  },
  run: async (services, request, io): Promise<ExportView> => {
    const { directory, startDate, endDate, force = false } = request
    if (startDate !== undefined && endDate !== undefined && endDate < startDate) {
      throw refuse('months_reversed', { start: startDate, end: endDate })
    }
    const { figures, ledger, accounts } = services
    const chosen = request.account === undefined ? null : await accounts.get(request.account)
    const folder = await ExportFolder.open(directory)
    const installation = await ledger.identity()
    const { generation } = await figures.states.asOf(null)
    // A folder of another is refused before a lock is put into it.
    await folder.readManifest(installation, generation, force)
    const unlock = folder.lock(services.lockFolder)
    try {
      return await exportTo(folder, chosen, services, request, io)
    } finally {
      unlock()
    }
  },
  audit: (_request, { accounts, directory, entry }) =>
    accounts.map(({ account, written, kept, rows }) => ({
      action: 'figures_exported',
      account,
      facts: { directory, entry, months_written: written, months_kept: kept, rows },
    })),
})

/** Exports to a folder that is locked. @param chosen null for all accounts */
async function exportTo(
  folder: ExportFolder,
  chosen: Account | null,
  services: Services,
  { directory, startDate, endDate, force = false }: ExportRequest,
  { onProgress, signal }: Pick<ExportContext, 'onProgress' | 'signal'>,
): Promise<ExportView> {
  const installation = await services.ledger.identity()
  const state = await services.figures.states.asOf(null)
  const last = await folder.readManifest(installation, state.generation, force)
  const isOurs = last?.installation === installation && last.generation === state.generation
  if (last && !isOurs) await removeOthers(folder, last, new Set())
  const manifest: Manifest = isOurs
    ? last
    : {
        format: 2,
        installation,
        generation: state.generation,
        entry: 0,
        as_of: null,
        accounts: {},
      }
  // An export that is killed from here on leaves a folder that it knows as its own.
  await folder.writeManifest(manifest)
  await folder.removeDrafts('.')
  const scope = { from: startDate ?? null, to: endDate ?? null, force, entry: state.entry }
  const context = { services, folder, manifest, scope, onProgress, signal }
  const found: AccountExport[] = []
  for (const account of chosen ? [chosen] : await sortedAccounts(services)) {
    found.push(await exportAccount(context, account))
  }
  if (!chosen) {
    await removeOthers(folder, manifest, new Set(found.map(({ account }) => account)))
  }
  manifest.entry = state.entry
  manifest.as_of = state.committedAtMs === null ? null : formatInstant(state.committedAtMs)
  await folder.writeManifest(manifest)
  return { directory, as_of: manifest.as_of, entry: state.entry, accounts: found }
}

const sortedAccounts = async ({ accounts }: Services): Promise<Account[]> =>
  (await accounts.list()).sort((a, b) => (a.username < b.username ? -1 : 1))

/** Removes the files of accounts that are not exported: deleted ones, and those with another name. */
async function removeOthers(
  folder: ExportFolder,
  manifest: Manifest,
  exported: ReadonlySet<string>,
): Promise<void> {
  for (const [username, noted] of Object.entries(manifest.accounts)) {
    if (exported.has(username)) continue
    const { folder: name } = noted
    const files = Object.values(factKinds).flatMap((kind) =>
      Object.keys(monthsNoted(noted, kind)).map((month) => fileOf(noted, kind, month)),
    )
    for (const file of [...files, `${name}/apps.parquet`]) await folder.remove(file)
    await folder.removeDrafts(name)
    await folder.removeFolder(name)
    delete manifest.accounts[username]
  }
}
