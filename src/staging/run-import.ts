import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../publishers/app.ts'
import { maxBadCellsListed, refuseBadCells } from '../sources/bad-cells.ts'
import type { OnProgress } from '../sources/import-progress.ts'
import { assertPages } from '../sources/pages.ts'
import type { GivenFile, InputFile, InputFormat } from '../sources/readers/input-file.ts'
import { hashFile, prepareInput } from '../sources/readers/prepare-input.ts'
import type { Reading } from '../sources/readers/reading.ts'
import { type Recognised, recognise, type WantedSource } from '../sources/recognise.ts'
import { RecordTranslator } from '../sources/record-translator.ts'
import { refuse as refuseFile } from '../sources/refusals.ts'
import type { NetworkSource } from '../sources/source.ts'
import type { Day } from '../values/day.ts'
import { cancelStatements } from './cancel-statements.ts'
import type { CheckOutcome } from './check-rows.ts'
import { checkClock } from './clock.ts'
import { type ImportSummary, summarise } from './import-summary.ts'
import type { Rates } from './rates.ts'
import { ratesFor } from './rates-for.ts'
import { refuse } from './refusals.ts'
import {
  type AppLookup,
  type ImportAccount,
  importApps,
  type ResolvedApps,
  resolveAppIds,
  resolveNetworkApps,
} from './resolve-apps.ts'
import { rowChecks } from './row-checks.ts'
import type { SliceStore } from './slice-store.ts'
import { Stage } from './stage.ts'
import { stageNativeFiles, stageReportFiles } from './stage-files.ts'
import { type Skipped, toBadCell, writeRejects } from './write-rejects.ts'

export interface FigureImportOptions {
  /** The source of the files. */
  readonly source: WantedSource
  /** All known sources. */
  readonly sources: Iterable<NetworkSource>
  /** The files' format; absent when their names tell it. */
  readonly inputFormat?: InputFormat
  /** The day of a report without days. */
  readonly day?: Day
  /** The app of a report without apps. */
  readonly app?: App
  /** The network of a report without networks. */
  readonly network?: string
  /** Adds the rows to the current slices instead of replacing them. */
  readonly partial?: boolean
  /** Stores the rows as the secondary report of this name. */
  readonly as?: string
  /** Rates for rows that are not in their account's currency. */
  readonly rates?: Rates
  /** The only account whose apps count, and whether unknown apps are created in it. */
  readonly target?: ImportAccount
  /** Keeps slices that another source stated, instead of replacing them. */
  readonly keepOtherSources?: boolean
  /** Leaves out slices with bad rows instead of refusing the import. */
  readonly skipBadRows?: boolean
}

export interface FigureImportServices extends AppLookup, Reading {
  readonly slices: SliceStore
  readonly now: () => Date
  /** For unpacked copies of files while an import runs. */
  readonly workDirectory: string
  /** For reject files. */
  readonly rejectDirectory: string
}

/**
 * Imports all files as one import, which is committed whole or not at all. It replaces the slices
 * that its rows are of.
 *
 * @throws Refusal when anything is not accepted; nothing was changed
 */
export async function runImport(
  files: readonly GivenFile[],
  options: FigureImportOptions,
  services: FigureImportServices,
  onProgress: OnProgress,
): Promise<ImportSummary> {
  const { limits, signal } = services
  await mkdir(services.workDirectory, { recursive: true })
  const workDirectory = await mkdtemp(join(services.workDirectory, 'import-'))
  try {
    const inputs: InputFile[] = []
    const hashes = Promise.all(files.map(({ path }) => hashFile(path, signal)))
    hashes.catch(() => undefined)
    for (const [index, file] of files.entries()) {
      const reading = { limits, signal }
      inputs.push(await prepareInput(file, options.inputFormat, workDirectory, index, reading))
    }
    const recognised = await recognise(inputs, options.source, options.sources)
    if (recognised.source) assertPages(recognised.files, options.partial === true)
    if (!recognised.source) refuseContext(options)
    return await services.slices.withScratch(async (scratch) => {
      const endCancelling = cancelStatements(scratch, signal)
      try {
        const stage = await Stage.begin(scratch, onProgress)
        const work = new FigureImport(stage, inputs, recognised, options, services, endCancelling)
        return await work.run(hashes, onProgress)
      } finally {
        endCancelling()
      }
    })
  } finally {
    await rm(workDirectory, { recursive: true, force: true })
  }
}

/** Whether two references mean one app. */
function isAnyRepeated({ known }: ResolvedApps): boolean {
  return new Set([...known.values()].map(({ appKey }) => appKey)).size < known.size
}

function refuseContext(options: FigureImportOptions): void {
  const given = (['day', 'app', 'network'] as const).find((name) => options[name] !== undefined)
  if (given) throw refuseFile('context_repeated', { file: null, fields: [given] })
}

/** One import, from the prepared files to the commit. */
class FigureImport {
  readonly #stage: Stage
  readonly #inputs: readonly InputFile[]
  readonly #recognised: Recognised
  readonly #options: FigureImportOptions
  readonly #services: FigureImportServices
  /** From then on the import runs to its end. */
  readonly #endCancelling: () => void
  /** Translates a network's rows; null for Adtally's own format. */
  readonly #translator: RecordTranslator | null

  constructor(
    stage: Stage,
    inputs: readonly InputFile[],
    recognised: Recognised,
    options: FigureImportOptions,
    services: FigureImportServices,
    endCancelling: () => void,
  ) {
    this.#endCancelling = endCancelling
    this.#stage = stage
    this.#inputs = inputs
    this.#recognised = recognised
    this.#options = options
    this.#services = services
    this.#translator =
      recognised.source && new RecordTranslator(recognised.source, options, services)
  }

  async run(hashes: Promise<string[]>, onProgress: OnProgress): Promise<ImportSummary> {
    const stage = this.#stage
    const { slices, now } = this.#services
    const { source } = this.#recognised
    await this.#stageFiles(false)
    this.#services.signal.throwIfAborted()
    onProgress({ phase: 'checking', rows: stage.rowCount })
    let apps = await this.#resolveApps()
    let outcome = await this.#check(apps)
    if (outcome.badCells > 0 && !stage.hasLines) {
      // Only the row-by-row reader knows the lines of the bad cells.
      await stage.clear()
      await this.#stageFiles(true)
      apps = await this.#resolveApps()
      outcome = await this.#check(apps)
    }
    const skipped = await this.#refuseOrSkip(outcome, apps)
    const ofImport = importApps(apps, this.#services)
    const { newNames, newAdTags } = this.#services.limits
    const staged = {
      scratch: stage.scratch,
      rowCount: stage.rowCount,
      names: await stage.names(ofImport.expected()),
      scope: null,
      isPartial: this.#options.partial === true,
      keepsOtherSources: this.#options.keepOtherSources === true,
      // In Adtally's own format, a merged app and the one it was merged into may have the same rows.
      repeatedKeys: source || isAnyRepeated(apps) ? 'added up' : 'none',
      rates: await ratesFor(stage, apps, this.#options.rates),
    } as const
    this.#services.signal.throwIfAborted()
    onProgress({ phase: 'writing', rows: stage.rowCount })
    const files = this.#inputs.map((input) => input.name)
    const report = this.#options.as ?? null
    const committedAt = now()
    const committed = await slices.commit(staged, {
      source: source?.name ?? 'adtally',
      dayZone: source?.dayZone ?? 'UTC',
      files,
      hashes: await hashes,
      report,
      committedAt,
      apps: ofImport,
      maxNewNames: { network: newNames, format: newNames, ad_tag: newAdTags },
      beginWrite: (lastCommittedMs) => {
        this.#services.signal.throwIfAborted()
        checkClock(committedAt, lastCommittedMs, this.#services.limits)
        this.#endCancelling()
      },
    })
    const accounts = await this.#services.accounts.list()
    return summarise(committed, {
      source,
      files,
      report,
      committedAt,
      accounts,
      networks: [...new Set(staged.names.flatMap(({ network }) => network))],
      createdApps: [...apps.toCreate.values()],
      unrecognised: this.#translator?.unrecognised ?? null,
      skipped,
    })
  }

  async #stageFiles(rowByRow: boolean): Promise<void> {
    if (this.#recognised.source) {
      const { source, files } = this.#recognised
      await stageReportFiles(this.#stage, files, source, this.#translator!)
    } else {
      await stageNativeFiles(this.#stage, this.#inputs, rowByRow)
    }
  }

  async #resolveApps(): Promise<ResolvedApps> {
    if (this.#translator) {
      const { target = null, app = null } = this.#options
      return resolveNetworkApps(this.#translator.apps, app, this.#services, target)
    }
    const appIds = await this.#stage.distinct('app_id')
    return resolveAppIds(
      appIds.filter((appId) => appId !== null),
      this.#services,
      this.#options.target?.account ?? null,
    )
  }

  async #check(apps: ResolvedApps): Promise<CheckOutcome> {
    const isNetwork = this.#translator !== null
    // Without rates, a row of Adtally's own format in another currency is a bad row.
    const isConvertible = isNetwork || this.#options.rates !== undefined
    return this.#stage.check(await rowChecks(this.#stage, apps, { isNetwork, isConvertible }))
  }

  /** @returns the rows that were left out; null when there are none */
  async #refuseOrSkip(outcome: CheckOutcome, apps: ResolvedApps): Promise<Skipped | null> {
    const { badCells, unreadable } = outcome
    if (badCells === 0) return null
    if (!this.#options.skipBadRows || unreadable > 0) {
      const found = await this.#stage.badCells(maxBadCellsListed)
      const first = found.map((cell) => toBadCell(cell, this.#inputs, this.#translator !== null))
      throw refuseBadCells(first, badCells, this.#options.skipBadRows === true)
    }
    const known = [...apps.known.values()]
    const skipped = await writeRejects(
      this.#stage,
      this.#inputs,
      known,
      this.#translator !== null,
      this.#services,
    )
    if (this.#stage.rowCount === 0) {
      throw refuse('every_slice_bad', { rejectFile: skipped.rejectFile })
    }
    return skipped
  }
}
