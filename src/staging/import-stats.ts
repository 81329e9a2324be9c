import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../publishers/app.ts'
import { badCellsListed, refuseBadCells } from '../sources/bad-cells.ts'
import type { OnProgress } from '../sources/import-progress.ts'
import { assertPages } from '../sources/pages.ts'
import { hashFile } from '../sources/readers/hash-file.ts'
import type { GivenFile, InputFile, InputFormat } from '../sources/readers/input-file.ts'
import { prepareInput } from '../sources/readers/prepare-input.ts'
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
import { type Skipped, toBadCell, writeRejects } from './reject-slices.ts'
import {
  type AppLookup,
  type ImportAccount,
  importApps,
  type ResolvedApps,
  resolveNetworkApps,
  resolveOwnApps,
} from './resolve-apps.ts'
import { rowChecks } from './row-checks.ts'
import type { SliceStore } from './slice-store.ts'
import { Stage } from './stage.ts'
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
  /** The only account whose apps count, and whether it gets those which are unknown. */
  readonly target?: ImportAccount
  /** Leaves slices with bad rows as they were, instead of refusing the import. */
  readonly skipBadRows?: boolean
}

export interface StatsImportServices extends AppLookup, Reading {
  readonly slices: SliceStore
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
        const work = new StatsImport(stage, inputs, recognised, options, services, endCancelling)
        return await work.run(hashes, onProgress)
      } finally {
        endCancelling()
      }
    })
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
  readonly #stage: Stage
  readonly #inputs: readonly InputFile[]
  readonly #recognised: Recognised
  readonly #options: StatsImportOptions
  readonly #services: StatsImportServices
  /** From then on the import runs to its end. */
  readonly #endCancelling: () => void
  /** Translates a network's rows; null for Adtally's own format. */
  readonly #translator: RecordTranslator | null

  constructor(
    stage: Stage,
    inputs: readonly InputFile[],
    recognised: Recognised,
    options: StatsImportOptions,
    services: StatsImportServices,
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
      // Only the careful reader can say on which lines the bad cells are.
      await stage.clear()
      await this.#stageFiles(true)
      apps = await this.#resolveApps()
      outcome = await this.#check(apps)
    }
    const skipped = await this.#refuseOrSkip(outcome, apps)
    const staged = {
      scratch: stage.scratch,
      rowCount: stage.rowCount,
      names: await stage.names(),
      scope: null,
      isPartial: this.#options.partial === true,
      repeatedKeys: source ? 'added up' : 'none',
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
      apps: importApps(apps, this.#services),
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
      networks: staged.names.network,
      createdApps: [...apps.toCreate.values()],
      unknown: this.#translator?.unknown ?? null,
      skipped,
    })
  }

  async #stageFiles(careful: boolean): Promise<void> {
    if (this.#recognised.source) {
      const { source, files } = this.#recognised
      await stageNetwork(this.#stage, files, source, this.#translator!)
    } else {
      await stageOwn(this.#stage, this.#inputs, careful)
    }
  }

  async #resolveApps(): Promise<ResolvedApps> {
    if (this.#translator) {
      const { target = null, app = null } = this.#options
      return resolveNetworkApps(this.#translator.apps, app, this.#services, target)
    }
    const appIds = await this.#stage.distinct('app_id')
    return resolveOwnApps(
      appIds.filter((appId) => appId !== null),
      this.#services,
      this.#options.target?.account ?? null,
    )
  }

  async #check(apps: ResolvedApps): Promise<CheckOutcome> {
    // Without rates, a row of Adtally's own format in another currency is a bad row.
    const convertible = this.#translator !== null || this.#options.rates !== undefined
    return this.#stage.check(
      await rowChecks(this.#stage, apps, { network: this.#translator !== null, convertible }),
    )
  }

  /** @returns what was left out; null when nothing had to be */
  async #refuseOrSkip(outcome: CheckOutcome, apps: ResolvedApps): Promise<Skipped | null> {
    const { badCells, unreadable } = outcome
    if (badCells === 0) return null
    if (!this.#options.skipBadRows || unreadable > 0) {
      const found = await this.#stage.badCells(badCellsListed)
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
