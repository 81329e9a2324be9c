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
import {
  type ImportFacts,
  type ImportPreview,
  type ImportSummary,
  summarise,
  toPreview,
} from './import-summary.ts'
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
import type { CommittedImport, NewImport, SliceStore } from './slice-store.ts'
import { Stage } from './stage.ts'
import { stageNativeFiles, stageReportFiles } from './stage-files.ts'
import type { StagedApp, StagedSlices } from './staged-slices.ts'
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
  /** The request that the import answers; its ledger entry has its id. */
  readonly answers?: AnsweredRequest
}

/** An import request, which must not be imported twice. */
export interface AnsweredRequest {
  readonly id: string
  /** Runs right before the import is written. @throws whatever keeps it from being written */
  readonly onSummary: (summary: ImportSummary) => Promise<void>
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
export function runImport(
  files: readonly GivenFile[],
  options: FigureImportOptions,
  services: FigureImportServices,
  onProgress: OnProgress,
): Promise<ImportSummary> {
  return withStage(files, options, services, onProgress, (work) => work.commit())
}

/**
 * Computes what the same import would change now. Nothing is written, no reject file either.
 *
 * @throws Refusal as {@link runImport}
 */
export function previewImport(
  files: readonly GivenFile[],
  options: FigureImportOptions,
  services: FigureImportServices,
  onProgress: OnProgress,
): Promise<ImportPreview> {
  return withStage(files, options, services, onProgress, (work) => work.preview())
}

async function withStage<Result>(
  files: readonly GivenFile[],
  options: FigureImportOptions,
  services: FigureImportServices,
  onProgress: OnProgress,
  run: (work: FigureImport) => Promise<Result>,
): Promise<Result> {
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
        const work = new FigureImport({
          ...{ stage, inputs, recognised, options, services, hashes },
          ...{ endCancelling, onProgress, workDirectory },
        })
        return await run(work)
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

interface FigureImportParts {
  readonly stage: Stage
  readonly inputs: readonly InputFile[]
  readonly recognised: Recognised
  readonly options: FigureImportOptions
  readonly services: FigureImportServices
  readonly hashes: Promise<string[]>
  /** From then on the import runs to its end. */
  readonly endCancelling: () => void
  readonly onProgress: OnProgress
  /** For files that end with the import. */
  readonly workDirectory: string
}

/** Staged and checked rows, with everything that a commit or a preview needs. */
interface Checked {
  readonly staged: StagedSlices
  readonly entry: NewImport
  readonly apps: ResolvedApps
  readonly skipped: Skipped | null
}

/** One import, from the prepared files to the commit. */
class FigureImport {
  readonly #parts: FigureImportParts
  readonly #stage: Stage
  readonly #inputs: readonly InputFile[]
  readonly #recognised: Recognised
  readonly #options: FigureImportOptions
  readonly #services: FigureImportServices
  /** Translates a network's rows; null for Adtally's own format. */
  readonly #translator: RecordTranslator | null

  constructor(parts: FigureImportParts) {
    const { stage, inputs, recognised, options, services } = parts
    this.#parts = parts
    this.#stage = stage
    this.#inputs = inputs
    this.#recognised = recognised
    this.#options = options
    this.#services = services
    this.#translator =
      recognised.source && new RecordTranslator(recognised.source, options, services)
  }

  async commit(): Promise<ImportSummary> {
    const { rejectDirectory, slices } = this.#services
    const checked = await this.#check(rejectDirectory)
    const { answers } = this.#options
    this.#services.signal.throwIfAborted()
    this.#parts.onProgress({ phase: 'writing', rows: this.#stage.rowCount })
    const committed = await slices.commit(checked.staged, {
      ...checked.entry,
      ...(answers && {
        announce: async (planned) => answers.onSummary(await this.#summary(planned, checked)),
      }),
    })
    return this.#summary(committed, checked)
  }

  async preview(): Promise<ImportPreview> {
    const checked = await this.#check(this.#parts.workDirectory)
    const { staged, entry, skipped } = checked
    this.#services.signal.throwIfAborted()
    this.#parts.onProgress({ phase: 'writing', rows: this.#stage.rowCount })
    const previewed = await this.#services.slices.preview(staged, entry)
    return toPreview(previewed, {
      ...(await this.#facts(checked)),
      skipped,
    })
  }

  async #summary(committed: CommittedImport, checked: Checked): Promise<ImportSummary> {
    return summarise(committed, {
      ...(await this.#facts(checked)),
      committedAt: checked.entry.committedAt,
      skipped: checked.skipped,
    })
  }

  async #facts({ staged, entry: { files, report }, apps }: Checked): Promise<ImportFacts> {
    return {
      ...{ source: this.#recognised.source, files, report },
      accounts: await this.#services.accounts.list(),
      networks: [...new Set(staged.names.flatMap(({ network }) => network))],
      createdApps: [...apps.toCreate.values()],
      unrecognised: this.#translator?.unrecognised ?? null,
    }
  }

  /** @param rejectDirectory for the file of rows that were left out */
  async #check(rejectDirectory: string): Promise<Checked> {
    const stage = this.#stage
    const { now } = this.#services
    const { source } = this.#recognised
    const { hashes, endCancelling, onProgress } = this.#parts
    await this.#stageFiles(false)
    this.#services.signal.throwIfAborted()
    onProgress({ phase: 'checking', rows: stage.rowCount })
    let apps = await this.#resolveApps()
    let outcome = await this.#checkRows(apps)
    if (outcome.badCells > 0 && !stage.hasLines) {
      // Only the row-by-row reader knows the lines of the bad cells.
      await stage.clear()
      await this.#stageFiles(true)
      apps = await this.#resolveApps()
      outcome = await this.#checkRows(apps)
    }
    const skipped = await this.#refuseOrSkip(outcome, apps, rejectDirectory)
    const ofImport = importApps(apps, this.#services)
    const { newNames, newAdTags } = this.#services.limits
    const expected = ofImport.expected()
    this.#assertBound(expected)
    const staged = {
      scratch: stage.scratch,
      rowCount: stage.rowCount,
      names: await stage.names(expected),
      scope: null,
      isPartial: this.#options.partial === true,
      keepsOtherSources: this.#options.keepOtherSources === true,
      // In Adtally's own format, a merged app and the one it was merged into may have the same rows.
      repeatedKeys: source || isAnyRepeated(apps) ? 'added up' : 'none',
      rates: await ratesFor(stage, apps, this.#options.rates),
    } as const
    const committedAt = now()
    const entry: NewImport = {
      source: source?.name ?? 'adtally',
      dayZone: source?.dayZone ?? 'UTC',
      files: this.#inputs.map((input) => input.name),
      hashes: await hashes,
      report: this.#options.as ?? null,
      request: this.#options.answers?.id ?? null,
      committedAt,
      apps: ofImport,
      maxNewNames: { network: newNames, format: newNames, ad_tag: newAdTags },
      beginWrite: (lastCommittedMs) => {
        this.#services.signal.throwIfAborted()
        checkClock(committedAt, lastCommittedMs, this.#services.limits)
        endCancelling()
      },
    }
    return { staged, entry, apps, skipped }
  }

  /** An import for one account never writes to another, whatever its readers find. */
  #assertBound(apps: readonly StagedApp[]): void {
    const { target } = this.#options
    const other = target && apps.find(({ accountId }) => accountId !== target.account.id)
    if (other) throw new Error(`"${other.reference}" is not an app of the import's account.`)
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
      this.#options.target ?? null,
    )
  }

  async #checkRows(apps: ResolvedApps): Promise<CheckOutcome> {
    const isNetwork = this.#translator !== null
    // Without rates, a row of Adtally's own format in another currency is a bad row.
    const isConvertible = isNetwork || this.#options.rates !== undefined
    return this.#stage.check(await rowChecks(this.#stage, apps, { isNetwork, isConvertible }))
  }

  /** @returns the rows that were left out; null when there are none */
  async #refuseOrSkip(
    outcome: CheckOutcome,
    apps: ResolvedApps,
    rejectDirectory: string,
  ): Promise<Skipped | null> {
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
      { rejectDirectory, now: this.#services.now },
    )
    if (this.#stage.rowCount === 0) {
      throw refuse('every_slice_bad', { rejectFile: skipped.rejectFile })
    }
    return skipped
  }
}
