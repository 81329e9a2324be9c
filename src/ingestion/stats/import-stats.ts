import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Accounts } from '../../accounts/accounts.ts'
import type { NetworkApp } from '../../catalogue/app.ts'
import type { AppStore } from '../../catalogue/app-store.ts'
import type { GivenFile, InputFile, InputFormat } from '../files/input-file.ts'
import { prepareInput } from '../files/prepare-input.ts'
import { badCellsListed, ImportError, refuseBadCells } from '../import-error.ts'
import type { OnProgress } from '../import-progress.ts'
import type { NetworkSource } from '../sources/source.ts'
import type {
  CheckOutcome,
  FigureWriter,
  ImportSession,
  LabelValue,
  RowChecks,
} from './figure-writer.ts'
import { type ImportSummary, summarise } from './import-summary.ts'
import { type Skipped, toBadCell, writeRejects } from './reject-slices.ts'
import {
  currencies,
  type ResolvedApps,
  resolveNetworkApps,
  resolveOwnApps,
  withMissingApps,
} from './resolve-apps.ts'
import { stageNetwork, stageOwn } from './stage-stats.ts'
import { type LabelColumn, labelRules, networkNumberRules, numberRules } from './stats-columns.ts'

export interface StatsImportOptions {
  /** Whose report it is; null for Adtally's own format. */
  readonly source: NetworkSource | null
  /** The files' format, where their names do not tell it. */
  readonly inputFormat?: InputFormat
  /** The username of the account that gets apps which are not known. */
  readonly createApps?: string
  /** Leaves slices with bad rows as they were, instead of refusing the import. */
  readonly skipBadRows?: boolean
}

export interface StatsImportServices {
  readonly writer: FigureWriter
  readonly apps: AppStore
  readonly accounts: Accounts
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
 * @throws ImportError when anything is not accepted; nothing is changed then
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
    for (const [index, file] of files.entries()) {
      inputs.push(await prepareInput(file, options.inputFormat, workDirectory, index))
    }
    return await services.writer.import(onProgress, (session) =>
      new StatsImport(session, inputs, options, services).run(onProgress),
    )
  } finally {
    await rm(workDirectory, { recursive: true, force: true })
  }
}

/** One import, from prepared files to the commit. */
class StatsImport {
  readonly #session: ImportSession
  readonly #inputs: readonly InputFile[]
  readonly #options: StatsImportOptions
  readonly #services: StatsImportServices
  #networkApps = new Map<string, NetworkApp>()

  constructor(
    session: ImportSession,
    inputs: readonly InputFile[],
    options: StatsImportOptions,
    services: StatsImportServices,
  ) {
    this.#session = session
    this.#inputs = inputs
    this.#options = options
    this.#services = services
  }

  async run(onProgress: OnProgress): Promise<ImportSummary> {
    const session = this.#session
    await this.#stage(false)
    onProgress({ phase: 'checking', rows: await session.rowCount() })
    let apps = await this.#resolveApps()
    let outcome = await session.check(await this.#checks(apps))
    if (outcome.badCells > 0 && !session.hasLines) {
      // Only the careful reader can say on which lines the bad cells are.
      await session.clear()
      await this.#stage(true)
      apps = await this.#resolveApps()
      outcome = await session.check(await this.#checks(apps))
    }
    const skipped = await this.#refuseOrSkip(outcome, apps)
    onProgress({ phase: 'writing', rows: await session.rowCount() })
    const source = this.#options.source?.name ?? 'adtally'
    const files = this.#inputs.map((input) => input.name)
    const entry = {
      source,
      files,
      committedAt: this.#services.now(),
      repeatedKeys: this.#options.source ? 'added up' : 'none',
    } as const
    const committed = await withMissingApps(apps, this.#services.apps, session.importId, (all) =>
      session.commit(all, entry),
    )
    return summarise(committed, {
      source,
      files,
      accounts: await this.#services.accounts.list(),
      createdApps: [...apps.toCreate.values()],
      skipped,
    })
  }

  async #stage(careful: boolean): Promise<void> {
    const { source } = this.#options
    if (source) {
      this.#networkApps = await stageNetwork(this.#session, this.#inputs, source)
    } else {
      await stageOwn(this.#session, this.#inputs, careful)
    }
  }

  async #resolveApps(): Promise<ResolvedApps> {
    const { apps, accounts } = this.#services
    const { source, createApps } = this.#options
    if (source) {
      const createFor = createApps === undefined ? null : await accounts.get(createApps)
      return resolveNetworkApps(this.#networkApps, apps, createFor)
    }
    const appIds = await this.#session.distinct('app_id')
    return resolveOwnApps(
      appIds.filter((appId) => appId !== null),
      apps,
    )
  }

  async #checks(apps: ResolvedApps): Promise<RowChecks> {
    const badLabels: LabelValue[] = apps.unknown.map((value) => ({ column: 'app_id', value }))
    for (const column of Object.keys(labelRules) as LabelColumn[]) {
      const { required, isAccepted } = labelRules[column]
      const values = await this.#session.distinct(column)
      const bad = values.filter((value) => (value === null ? required : !isAccepted(value)))
      badLabels.push(...bad.map((value) => ({ column, value })))
    }
    const accountCurrency = await currencies(apps, this.#services.accounts)
    const stated = await this.#session.distinctCurrencies()
    return {
      badLabels,
      foreignCurrencies: stated.filter(([app, currency]) => {
        const expected = accountCurrency.get(app)
        const readable = labelRules.currency.isAccepted(currency)
        return readable && expected !== undefined && expected !== currency
      }),
      numbers: this.#options.source ? networkNumberRules : numberRules,
      refuseDuplicates: !this.#options.source,
    }
  }

  /** @returns what was left out; null when nothing had to be */
  async #refuseOrSkip(outcome: CheckOutcome, apps: ResolvedApps): Promise<Skipped | null> {
    const { badCells, unreadable } = outcome
    if (badCells === 0) return null
    if (!this.#options.skipBadRows || unreadable > 0) {
      const found = await this.#session.badCells(badCellsListed)
      const first = found.map((cell) => toBadCell(cell, this.#inputs))
      const more = this.#options.skipBadRows
        ? '; a row whose date, app or network cannot be read cannot be skipped'
        : ''
      throw refuseBadCells(first, badCells, more)
    }
    const known = [...apps.known.values()]
    const skipped = await writeRejects(this.#session, this.#inputs, known, this.#services)
    if ((await this.#session.rowCount()) === 0) {
      throw new ImportError(
        `nothing was imported: every slice holds a bad row; see ${skipped.rejectFile}`,
      )
    }
    return skipped
  }
}
