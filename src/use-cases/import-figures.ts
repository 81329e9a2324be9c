import { Type } from 'typebox'
import type { AuditFacts, AuditRecord } from '../audit/audit-event.ts'
import { readRates } from '../currencies/given-rates.ts'
import { importedFactNames } from '../facts/kinds.ts'
import { sources } from '../sources/all-sources.ts'
import { temporaryFolder } from '../sources/readers/temporary-folder.ts'
import type { WantedSource } from '../sources/recognise.ts'
import type {
  AnsweredRequest,
  FigureImportOptions,
  FigureImportServices,
  PulledReport,
} from '../staging/import-options.ts'
import type { Decide, DecidedImport } from '../staging/import-pulled.ts'
import type { ImportSummary } from '../staging/import-summary.ts'
import { bookings } from '../values/booking.ts'
import { parseDay } from '../values/day.ts'
import { accountsOfEntry, fileFacts } from './audit-facts.ts'
import { appId, day, flag, identifier, inputFormat, oneOf, rateText, username } from './fields.ts'
import { findApp } from './find-app.ts'
import { recordFailure } from './record-failure.ts'
import { refuse } from './refusals.ts'
import type { Services } from './services.ts'
import { settleFailures } from './settle-failures.ts'
import { type RequestOf, type UseCase, type UseCaseIo, useCase } from './use-case.ts'
import { withDeadline } from './with-deadline.ts'

/** The fields of an import of figures. */
export const figuresRequest = {
  /** `auto` when absent: the files' columns decide. */
  source: Type.Optional(oneOf(['auto', 'adtally', ...sources.keys()])),
  inputFormat,
  /** The kind of fact that a network's report is read as; its usual one when absent. */
  kind: Type.Optional(oneOf(importedFactNames)),
  /** For reports without a day column. */
  day: Type.Optional(day),
  /** For reports without an app column. */
  app: Type.Optional(appId),
  /** For reports without a network column. */
  network: Type.Optional(identifier),
  /** Adds the rows to the current slices instead of replacing them. */
  partial: flag,
  /** Imports the rows as a secondary report with this name. */
  as: Type.Optional(identifier),
  /** How rows of a mediation are booked; `auto` when absent. */
  booking: Type.Optional(oneOf(bookings)),
  rates: Type.Optional(rateText),
  /** The only account whose apps count; all accounts when absent. */
  account: Type.Optional(username),
  /** The same account, in which unknown apps are created. */
  createApps: Type.Optional(username),
  /** Keeps slices that another source stated, instead of replacing them. */
  keepOtherSources: flag,
  /** Skips slices with bad rows instead of refusing the import. */
  skipBadRows: flag,
}

export type FiguresRequest = RequestOf<typeof figuresRequest>

/** The bounds of an import on behalf of a publisher, besides the account that its request names. */
export interface ImportBounds {
  /** Keys of the only apps of the account; null for all. */
  readonly apps: readonly number[] | null
  readonly answers?: AnsweredRequest
  readonly pulled?: PulledReport
}

/** Imports figures: all files as one import, which is committed whole or not at all. */
export const importFigures = useCase({
  name: 'import-figures',
  request: figuresRequest,
  takesFiles: true,
  run: (services, request, io) => runFigures(services, request, io, null),
  afterRefusal: recordFailure,
  audit: (_request, summary, services) => recordsOf(summary, services),
})

/** {@link importFigures} for a publisher. Apps of others are unknown apps, and no reject file is kept. */
export const importWithin = (bounds: ImportBounds): typeof importFigures => ({
  ...importFigures,
  run: (services, request, io) => runFigures(services, request, io, bounds),
})

async function runFigures(
  services: Services,
  request: FiguresRequest,
  io: UseCaseIo,
  bounds: ImportBounds | null,
): Promise<ImportSummary> {
  const { runImport } = await import('../staging/run-import.ts')
  const summary = await withReading(services, request, io, bounds, (options, reading) =>
    runImport(io.files, options, reading, io.onProgress),
  )
  warnOfClock(summary, services)
  await settleFailures(services, summary, request)
  return summary
}

/** Imports a pulled report if `decide` says so. The files of a connection are none that anyone gave. */
export const importPulledReport = <Decision extends { readonly isImported: boolean }>(
  bounds: ImportBounds & { readonly pulled: PulledReport },
  decide: Decide<Decision>,
): UseCase<FiguresRequest, DecidedImport<Decision>> =>
  useCase({
    name: 'import-figures',
    request: figuresRequest,
    takesFiles: true,
    run: async (services, request, io) => {
      const { importPulled } = await import('../staging/import-pulled.ts')
      const imported = await withReading(services, request, io, bounds, (options, reading) =>
        importPulled(io.files, { ...options, pulled: bounds.pulled }, reading, decide),
      )
      if (imported.summary) warnOfClock(imported.summary, services)
      return imported
    },
    audit: (_request, { summary }, services) => (summary ? recordsOf(summary, services) : []),
  })

/** Runs an import until its deadline, with the options of its request. */
async function withReading<Result>(
  services: Services,
  request: FiguresRequest,
  { signal }: UseCaseIo,
  bounds: ImportBounds | null,
  work: (options: FigureImportOptions, reading: FigureImportServices) => Promise<Result>,
): Promise<Result> {
  const options = await toImportOptions(request, services, bounds)
  const run = (rejectDirectory: string) =>
    withDeadline(services.importLimits, signal, (reading) =>
      work(options, { ...services, ...reading, rejectDirectory }),
    )
  if (!bounds) return run(services.rejectDirectory)
  // Publishers do not see the server's files, and could fill its disk with them.
  await using rejects = await temporaryFolder(services.workDirectory, 'rejects-')
  return await run(rejects.path)
}

function warnOfClock(summary: ImportSummary, { warn }: Services): void {
  if (!summary.later_than_clock) return
  warn(
    `Import ${summary.import} is recorded at ${summary.recorded_at}, which is later than the clock: an earlier entry has that time. Check the clock.`,
  )
}

async function recordsOf(summary: ImportSummary, services: Services): Promise<AuditRecord[]> {
  const isOfOne = summary.accounts.length === 1 && summary.slices > summary.unchanged_slices
  // Of several accounts, only the ledger knows whose figures changed.
  const accounts = isOfOne ? summary.accounts : await accountsOfEntry(summary.import, services)
  const facts: AuditFacts = {
    import: summary.import,
    source: summary.source,
    ...(summary.report !== null && { report: summary.report }),
    // Of several accounts, none may see which files the others have.
    ...(accounts.length === 1 && fileFacts(summary.files)),
  }
  return accounts.map((account) => ({ action: 'figures_imported', account, facts }))
}

/** @throws Refusal when the request's account, apps or rates are not accepted */
export async function toImportOptions(
  request: FiguresRequest,
  { apps, accounts }: Services,
  bounds: ImportBounds | null,
): Promise<FigureImportOptions> {
  const { source = 'auto', day, app, rates, account, createApps, ...rest } = request
  if (account !== undefined && createApps !== undefined && account !== createApps) {
    throw refuse('accounts_differ', { account, createApps })
  }
  const named = createApps ?? account
  if (bounds && named === undefined) throw new Error('An import with bounds needs an account.')
  const target =
    named === undefined
      ? null
      : {
          account: await accounts.get(named),
          creates: createApps !== undefined,
          apps: bounds?.apps ?? null,
        }
  return {
    ...rest,
    source: wantedSource(source),
    sources: sources.values(),
    ...(day !== undefined && { day: parseDay(day)! }),
    ...(app !== undefined && { app: await findApp(apps, app, target) }),
    ...(target && { target }),
    ...(bounds?.answers && { answers: bounds.answers }),
    ...(bounds?.pulled && { pulled: bounds.pulled }),
    ...(rates && { rates: readRates(rates) }),
  }
}

function wantedSource(name: string): WantedSource {
  if (name === 'auto') return 'auto'
  return sources.get(name) ?? null
}
