import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SecondaryReport } from '../ledger/figure-ledger.ts'
import type { App } from '../publishers/app.ts'
import { badCellsListed, refuseBadCells } from '../sources/bad-cells.ts'
import type { OnProgress } from '../sources/import-progress.ts'
import { assertPages } from '../sources/pages.ts'
import { hashFile } from '../sources/readers/hash-file.ts'
import type { GivenFile, InputFile, InputFormat } from '../sources/readers/input-file.ts'
import { prepareInput } from '../sources/readers/prepare-input.ts'
import { type Recognised, recognise, type WantedSource } from '../sources/recognise.ts'
import { RecordTranslator } from '../sources/record-translator.ts'
import { refuse as refuseFile } from '../sources/refusals.ts'
import type { NetworkSource } from '../sources/source.ts'
import type { Day } from '../values/day.ts'
import type { CheckOutcome, FigureWriter, ImportSession } from './figure-writer.ts'
import { type ImportSummary, summarise } from './import-summary.ts'
import type { Rates } from './rates.ts'
import { ratesFor } from './rates-for.ts'
import { refuse } from './refusals.ts'
import { type Skipped, toBadCell, writeRejects } from './reject-slices.ts'
import {
  type AppLookup,
  type ResolvedApps,
  resolveNetworkApps,
  resolveOwnApps,
  withMissingApps,
} from './resolve-apps.ts'
import { rowChecks } from './row-checks.ts'
import { stageNetwork, stageOwn } from './stage-stats.ts'

export interface StatsImportOptions {
  /** Whose report it is. */
  readonly source: WantedSource
  /** Every network whose reports are read. */
  readonly sources: Iterable<NetworkSource>
  /** The files' format, where their names do not tell it. */
  readonly inputFormat?: InputFormat
  /** What a report is about that does not say it itself. */
  readonly day?: Day
  readonly app?: App
  readonly network?: string
  /** Adds the rows to the slices that stand, instead of replacing those. */
  readonly partial?: boolean
  /** Keeps the rows as a secondary report of this name: compared, never counted. */
  readonly as?: string
  /** For rows in another currency than their account's. */
  readonly rates?: Rates
  /** The username of the account that gets apps which are not known. */
  readonly createApps?: string
  /** Leaves slices with bad rows as they were, instead of refusing the import. */
  readonly skipBadRows?: boolean
}

export interface StatsImportServices extends AppLookup {
  readonly writer: FigureWriter
  readonly now: () => Date
  /** Where unpacked copies lie while an import runs. */
  readonly workDirectory: string
  /** Where reject files are written. */
  readonly rejectDirectory: string
}

/**
 * Imports figures: all files as one import, which lands whole or not at all. It states the whole
 * truth for each (day, app, network) it holds: those slices are replaced, all others stay.
 *
 * @throws Refusal when anything is not accepted; nothing is changed then
 */
export async function importStats(
  files: readonly GivenFile[],
  options: StatsImportOptions,
  services: StatsImportServices,
  onProgress: OnProgress,
): Promise<ImportSummary> {
  await mkdir(services.workDirectory, { recursive: true })
  const workDirectory = await mkdtemp(join(services.workDirectory, 'import-'))
  try {
    const inputs: InputFile[] = []
    const hashes = Promise.all(files.map(({ path }) => hashFile(path)))
    hashes.catch(() => undefined)
    for (const [index, file] of files.entries()) {
      inputs.push(await prepareInput(file, options.inputFormat, workDirectory, index))
    }
    const recognised = await recognise(inputs, options.source, options.sources)
    if (recognised.source) assertPages(recognised.files, options.partial === true)
    if (!recognised.source) refuseContext(options)
    return await services.writer.import(onProgress, (session) =>
      new StatsImport(session, inputs, recognised, options, services).run(hashes, onProgress),
    )
  } finally {
    await rm(workDirectory, { recursive: true, force: true })
  }
}

function refuseContext(options: StatsImportOptions): void {
  const given = (['day', 'app', 'network'] as const).find((name) => options[name] !== undefined)
  if (given) throw refuseFile('context_repeated', { file: null, fields: [given] })
}

/** One import, from prepared files to the commit. */
class StatsImport {
  readonly #session: ImportSession
  readonly #inputs: readonly InputFile[]
  readonly #recognised: Recognised
  readonly #options: StatsImportOptions
  readonly #services: StatsImportServices
  /** Brings a network's rows into Adtally's words; null for Adtally's own format. */
  readonly #translator: RecordTranslator | null

  constructor(
    session: ImportSession,
    inputs: readonly InputFile[],
    recognised: Recognised,
    options: StatsImportOptions,
    services: StatsImportServices,
  ) {
    this.#session = session
    this.#inputs = inputs
    this.#recognised = recognised
    this.#options = options
    this.#services = services
    this.#translator = recognised.source && new RecordTranslator(recognised.source, options)
  }

  async run(hashes: Promise<string[]>, onProgress: OnProgress): Promise<ImportSummary> {
    const session = this.#session
    const { source } = this.#recognised
    await this.#stage(false)
    onProgress({ phase: 'checking', rows: await session.rowCount() })
    let apps = await this.#resolveApps()
    let outcome = await this.#check(apps)
    if (outcome.badCells > 0 && !session.hasLines) {
      // Only the careful reader can say on which lines the bad cells are.
      await session.clear()
      await this.#stage(true)
      apps = await this.#resolveApps()
      outcome = await this.#check(apps)
    }
    const skipped = await this.#refuseOrSkip(outcome, apps)
    const rates = await ratesFor(session, apps, this.#options.rates)
    onProgress({ phase: 'writing', rows: await session.rowCount() })
    const files = this.#inputs.map((input) => input.name)
    const books = await this.#books(apps)
    const entry = {
      source: source?.name ?? 'adtally',
      dayZone: source?.dayZone ?? 'UTC',
      files,
      hashes: await hashes,
      report: this.#options.as ?? null,
      books: [...books.values()],
      committedAt: this.#services.now(),
      repeatedKeys: source ? 'added up' : 'none',
      partial: this.#options.partial === true,
      rates,
    } as const
    const committed = await withMissingApps(apps, this.#services.apps, session.importId, (all) =>
      session.commit(
        all.map((app) => ({
          ...app,
          accountId: books.get(app.accountId)?.reportId ?? app.accountId,
        })),
        entry,
      ),
    )
    const accounts = await this.#services.accounts.list()
    const currencyOf = accounts.flatMap(({ id, currency }) => [
      [id, currency] as const,
      [books.get(id)?.reportId ?? id, currency] as const,
    ])
    return summarise(committed, {
      source,
      files,
      report: entry.report,
      currencyOf: new Map(currencyOf),
      createdApps: [...apps.toCreate.values()],
      unknown: this.#translator?.unknown ?? null,
      skipped,
    })
  }

  async #stage(careful: boolean): Promise<void> {
    if (this.#recognised.source) {
      const { source, files } = this.#recognised
      await stageNetwork(this.#session, files, source, this.#translator!)
    } else {
      await stageOwn(this.#session, this.#inputs, careful)
    }
  }

  async #resolveApps(): Promise<ResolvedApps> {
    if (this.#translator) {
      const { createApps, app = null } = this.#options
      const createFor =
        createApps === undefined ? null : await this.#services.accounts.get(createApps)
      return resolveNetworkApps(this.#translator.apps, app, this.#services, createFor)
    }
    const appIds = await this.#session.distinct('app_id')
    return resolveOwnApps(
      appIds.filter((appId) => appId !== null),
      this.#services,
    )
  }

  async #check(apps: ResolvedApps): Promise<CheckOutcome> {
    // Without rates, a row of Adtally's own format in another currency is a bad row.
    const convertible = this.#translator !== null || this.#options.rates !== undefined
    return this.#session.check(
      await rowChecks(this.#session, apps, { network: this.#translator !== null, convertible }),
    )
  }

  /** The books of a secondary report, by account; none when the rows count. */
  async #books(apps: ResolvedApps): Promise<Map<number, SecondaryReport>> {
    const { as } = this.#options
    if (as === undefined) return new Map()
    const accounts = [...apps.known.values()].map(({ accountId }) => accountId)
    if (apps.toCreate.size > 0) accounts.push(apps.createFor!.id)
    const books = new Map<number, SecondaryReport>()
    for (const id of new Set(accounts)) books.set(id, await this.#session.book(id, as))
    return books
  }

  /** @returns what was left out; null when nothing had to be */
  async #refuseOrSkip(outcome: CheckOutcome, apps: ResolvedApps): Promise<Skipped | null> {
    const { badCells, unreadable } = outcome
    if (badCells === 0) return null
    if (!this.#options.skipBadRows || unreadable > 0) {
      const found = await this.#session.badCells(badCellsListed)
      const first = found.map((cell) => toBadCell(cell, this.#inputs, this.#translator !== null))
      throw refuseBadCells(first, badCells, this.#options.skipBadRows === true)
    }
    const known = [...apps.known.values()]
    const skipped = await writeRejects(
      this.#session,
      this.#inputs,
      known,
      this.#translator !== null,
      this.#services,
    )
    if ((await this.#session.rowCount()) === 0) {
      throw refuse('every_slice_bad', { rejectFile: skipped.rejectFile })
    }
    return skipped
  }
}
