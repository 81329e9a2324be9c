import { figures } from '../facts/figures.ts'
import { refuse as refusePartner } from '../partners/refusals.ts'
import { maxBadCellsListed, refuseBadCells } from '../sources/bad-cells.ts'
import type { OnProgress } from '../sources/import-progress.ts'
import type { InputFile } from '../sources/readers/input-file.ts'
import type { Recognised } from '../sources/recognise.ts'
import { RecordTranslator } from '../sources/record-translator.ts'
import { refuse as refuseInSources } from '../sources/refusals.ts'
import { formatDay } from '../values/day.ts'
import type { CheckOutcome } from './check-rows.ts'
import { checkClock } from './clock.ts'
import { howBooked } from './how-booked.ts'
import type { FigureImportOptions, FigureImportServices } from './import-options.ts'
import { type FoundRates, findRates, refuseMissing } from './rates-for.ts'
import { refuse } from './refusals.ts'
import {
  appsOfImport,
  type ResolvedApps,
  resolveAppIds,
  resolveNetworkApps,
} from './resolve-apps.ts'
import { rowChecks } from './row-checks.ts'
import { reportNameOf } from './slice-roles.ts'
import type { NewImport } from './slice-store.ts'
import type { Stage } from './stage.ts'
import { stageNativeFiles, stageReportFiles } from './stage-files.ts'
import { inOrder } from './staged-names.ts'
import type { SliceScope, StagedApp, StagedSlices } from './staged-slices.ts'
import { refuseUnknownApps } from './unknown-apps.ts'
import { StagingNeeded } from './view-files.ts'
import { type Skipped, toBadCell, writeRejects } from './write-rejects.ts'

/** Whether two references mean one app. */
function isAnyRepeated({ known }: ResolvedApps): boolean {
  return new Set([...known.values()].map(({ appKey }) => appKey)).size < known.size
}

/** People's answers about names of networks. */
export interface AnsweredNames {
  /** The account that the import is for; null when that is not known before its apps are. */
  readonly accountId: number | null
  readonly answers: ReadonlyMap<string, string>
}

export interface FigureImportParts {
  readonly names: AnsweredNames
  readonly stage: Stage
  readonly inputs: readonly InputFile[]
  /** Whether rows are staged one by one. */
  readonly isSmall: boolean
  readonly recognised: Recognised
  readonly options: FigureImportOptions
  readonly services: FigureImportServices
  readonly hashes: Promise<string[]>
  /** Is called right before the first row is written: from then on the import runs to its end. */
  readonly onWrite: () => void
  readonly onProgress: OnProgress
}

/** Staged and checked rows, with everything that a commit or a preview needs. */
export interface Checked {
  readonly staged: StagedSlices
  readonly entry: NewImport
  readonly apps: ResolvedApps
  readonly skipped: Skipped | null
}

/** One import, from the prepared files to the rows that can be committed. */
export class FigureImport {
  readonly parts: FigureImportParts
  readonly #stage: Stage
  readonly #inputs: readonly InputFile[]
  readonly #recognised: Recognised
  readonly #options: FigureImportOptions
  readonly #services: FigureImportServices
  /** Translates a network's rows; null for Adtally's own format. */
  readonly translator: RecordTranslator | null

  constructor(parts: FigureImportParts) {
    const { stage, inputs, recognised, options, services } = parts
    this.parts = parts
    this.#stage = stage
    this.#inputs = inputs
    this.#recognised = recognised
    this.#options = options
    this.#services = services
    this.translator =
      recognised.source &&
      new RecordTranslator(
        recognised.source,
        {
          kind: stage.kind,
          name: reportNameOf(options.pulled?.connector ?? recognised.source.name),
        },
        { ...options, networkAnswers: parts.names.answers },
        services,
      )
  }

  /**
   * Stages and checks the rows, up to the point where they can be written.
   *
   * @param rejectDirectory for the file of rows that were left out
   */
  async check(rejectDirectory: string): Promise<Checked> {
    const stage = this.#stage
    const { now } = this.#services
    const { source } = this.#recognised
    const { hashes, isSmall, onWrite, onProgress } = this.parts
    if (!stage.viewed) await this.#stageFiles(isSmall)
    this.#services.signal.throwIfAborted()
    this.#assertNames()
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
    await this.#assertDay()
    const { rates, missing } = await this.#findRates(apps)
    refuseMissing(missing)
    const ofImport = appsOfImport(apps, this.#services)
    const { newNames, newAdTags } = this.#services.limits
    const expected = ofImport.expected()
    this.#assertBound(expected)
    await this.#refusePartners(expected)
    const staged = {
      kind: stage.kind,
      scratch: stage.scratch,
      rowCount: stage.rowCount,
      names: (await stage.names(expected)).map(inOrder),
      scope: this.#scope(),
      isPartial: this.#options.partial === true,
      keepsOtherSources: this.#options.keepOtherSources === true,
      repeatedKeys: this.#repeatedKeys(apps),
      ...(stage.viewed && { viewedColumns: stage.viewed.columns }),
      rates,
    } as const
    const committedAt = now()
    const entry: NewImport = {
      source: source?.name ?? 'adtally',
      dayZone: this.#options.pulled?.dayZone ?? source?.dayZone ?? 'UTC',
      files: this.#inputs.map((input) => input.name),
      hashes: await hashes,
      ...(stage.kind === figures
        ? await howBooked(this.#options, source, () => stage.distinct('network'))
        : { report: null }),
      request: this.#options.answers?.id ?? null,
      committedAt,
      apps: ofImport,
      maxNewNames: { 16: newNames, 32: newAdTags },
      beginWrite: (lastCommittedMs) => {
        this.#services.signal.throwIfAborted()
        checkClock(committedAt, lastCommittedMs, this.#services.limits)
        onWrite()
      },
    }
    this.#services.signal.throwIfAborted()
    onProgress({ phase: 'writing', rows: stage.rowCount })
    return { staged, entry, apps, skipped }
  }

  /**
   * @throws Refusal `set_aside_without_account` when nobody can be asked about rows that are set aside,
   *   `every_row_set_aside` when files have no others
   */
  #assertNames(): void {
    const { source } = this.#recognised
    const setAside = this.translator?.networks.setAside ?? []
    const [first] = setAside
    if (!first || !source) return
    if (this.parts.names.accountId === null) {
      const names = new Set(setAside.map(({ name }) => name))
      throw refuseInSources('set_aside_without_account', { names: [...names].slice(0, 10) })
    }
    if (this.#stage.rowCount > 0 || this.#options.pulled) return
    const { name, similarTo } = first
    throw refuseInSources('every_row_set_aside', { source: source.name, name, similarTo })
  }

  /** The slices that a connection stated of a day, and does not state any more, end. */
  #scope(): SliceScope | null {
    const { pulled, target } = this.#options
    if (!pulled) return null
    const days = { firstDay: pulled.day, lastDay: pulled.day }
    return { days, networks: null, accountId: target!.account.id, statedBy: pulled.requestsOf }
  }

  /** @throws Refusal `other_days` when a report that was pulled for one day has another */
  async #assertDay(): Promise<void> {
    const { pulled } = this.#options
    if (!pulled) return
    const asked = formatDay(pulled.day)
    const found = (await this.#stage.distinct('date')).filter((day) => day !== asked)
    if (found.length > 0)
      throw refuse('other_days', { asked, found: found.slice(0, 5).map(String) })
  }

  /** In Adtally's own format, a merged app and the one it was merged into may have the same rows. */
  #repeatedKeys(apps: ResolvedApps): StagedSlices['repeatedKeys'] {
    if (this.translator) return 'added up'
    if (!isAnyRepeated(apps)) return 'none'
    if (this.#stage.viewed) throw new StagingNeeded()
    return 'added up'
  }

  /** @throws Refusal `partner_account`: figures of partners come from their network */
  async #refusePartners(apps: readonly StagedApp[]): Promise<void> {
    if (this.#stage.kind !== figures) return
    const ids = apps.map(({ accountId }) => accountId)
    const [partner] = await this.#services.shareBooks.partnersAmong(ids)
    if (partner === undefined) return
    const account = await this.#services.accounts.byId(partner)
    throw refusePartner('partner_account', { username: account?.username ?? '' })
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
      await stageReportFiles(this.#stage, files, source, this.translator!)
    } else {
      await stageNativeFiles(this.#stage, this.#inputs, rowByRow)
    }
  }

  async #resolveApps(): Promise<ResolvedApps> {
    if (this.translator) {
      const { target = null, app = null } = this.#options
      return resolveNetworkApps(this.translator.apps, app, this.#services, target)
    }
    const appIds = await this.#stage.distinct('app_id')
    return resolveAppIds(
      appIds.filter((appId) => appId !== null),
      this.#services,
      this.#options.target ?? null,
    )
  }

  async #checkRows(apps: ResolvedApps): Promise<CheckOutcome> {
    const isNetwork = this.translator !== null
    // Without rates, a row of Adtally's own format in another currency is a bad row.
    const isConvertible =
      isNetwork ||
      this.#options.rates !== undefined ||
      (await this.#findRates(apps)).missing.length === 0
    return this.#stage.check(await rowChecks(this.#stage, apps, { isNetwork, isConvertible }))
  }

  async #findRates(apps: ResolvedApps): Promise<FoundRates> {
    return findRates(this.#stage, apps, this.#options.rates, this.#services.rates)
  }

  /** @returns the rows that were left out; null when there are none */
  async #refuseOrSkip(
    outcome: CheckOutcome,
    apps: ResolvedApps,
    rejectDirectory: string,
  ): Promise<Skipped | null> {
    const { badCells, unreadable } = outcome
    if (badCells === 0) return null
    if (apps.unknown.length > 0) {
      const { length } = apps.unknown
      throw await refuseUnknownApps(this.#stage, this.#inputs, length, outcome, this.#options)
    }
    if (!this.#options.skipBadRows || unreadable > 0) {
      const found = await this.#stage.badCells(maxBadCellsListed)
      const first = found.map((cell) =>
        toBadCell(cell, this.#stage.kind, this.#inputs, this.translator !== null),
      )
      throw refuseBadCells(first, badCells, this.#options.skipBadRows === true)
    }
    const known = [...apps.known.values()]
    const skipped = await writeRejects(this.#stage, this.#inputs, known, this.translator !== null, {
      rejectDirectory,
      now: this.#services.now,
    })
    if (this.#stage.rowCount === 0) {
      throw refuse('every_slice_bad', { rejectFile: skipped.rejectFile })
    }
    return skipped
  }
}
