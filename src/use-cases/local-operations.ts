import type { CommunityWriter } from '../community/community-writer.ts'
import { importCommunity } from '../community/import/import-community.ts'
import type { FailedImports } from '../ledger/failed-imports.ts'
import { mostFinalAfterDays } from '../ledger/finality.ts'
import { type Account, AccountError } from '../publishers/account.ts'
import type { IssuedKey, NewAccount } from '../publishers/accounts.ts'
import { type App, AppError } from '../publishers/app.ts'
import { importApps } from '../publishers/import-apps.ts'
import type { Sessions } from '../publishers/sessions.ts'
import { sources } from '../sources/all-sources.ts'
import { describeBadCell, ImportError } from '../sources/import-error.ts'
import type { OnProgress } from '../sources/import-progress.ts'
import type { GivenFile } from '../sources/readers/input-file.ts'
import type { ReadParquet } from '../sources/readers/read-table.ts'
import type { WantedSource } from '../sources/recognise.ts'
import { importStats, type StatsImportOptions } from '../staging/import-stats.ts'
import { readRates } from '../staging/rates.ts'
import type { SliceStore } from '../staging/slice-store.ts'
import { type Day, parseDay } from '../values/day.ts'
import { identifierAccepts, isIdentifier } from '../values/identifier.ts'
import { type HistoryServices, listImports, reconcileReports } from './history-views.ts'
import {
  type AccountView,
  type AppLink,
  type AppsImportRequest,
  type CommunityImportRequest,
  type FinalityView,
  type GapView,
  type KeyView,
  type LedgerRequest,
  type LedgerView,
  type Operations,
  type PasswordRequest,
  type ReconcileRequest,
  RefusedError,
  type StatsImportRequest,
  type UndoView,
} from './operations.ts'
import { recordingFailure } from './record-failure.ts'

export interface LocalServices extends HistoryServices {
  readonly sessions: Sessions
  readonly failedImports: FailedImports
  readonly slices: SliceStore
  readonly community: CommunityWriter
  readonly readParquet: ReadParquet
  readonly now: () => Date
  /** Hears of what failed without harm. */
  readonly warn: (message: string) => void
  readonly workDirectory: string
  readonly rejectDirectory: string
}

/** Operations on stores that this process has open. */
export class LocalOperations implements Operations {
  readonly #services: LocalServices

  constructor(services: LocalServices) {
    this.#services = services
  }

  createAccount(account: NewAccount): Promise<KeyView> {
    return refusing(async () => toKeyView(await this.#services.accounts.create(account)))
  }

  listAccounts(): Promise<AccountView[]> {
    return refusing(async () => (await this.#services.accounts.list()).map(toAccountView))
  }

  rotateKey(username: string): Promise<KeyView> {
    return refusing(async () => toKeyView(await this.#services.accounts.rotateKey(username)))
  }

  disableAccount(username: string): Promise<AccountView> {
    return refusing(async () => toAccountView(await this.#services.accounts.disable(username)))
  }

  setPassword({ username, password }: PasswordRequest): Promise<AccountView> {
    return refusing(async () =>
      toAccountView(await this.#services.sessions.setPassword(username, password)),
    )
  }

  linkApp(link: AppLink): Promise<AppLink> {
    return refusing(async () => {
      const { network, networkAppId, appId } = link
      if (!isIdentifier(network)) throw new AppError(`"${network}" is not a network identifier`)
      const [app] = await this.#services.apps.byIds([appId])
      if (!app) throw new AppError(`there is no app with the app_id "${appId}"`)
      await this.#services.apps.link(network, networkAppId, app.key)
      return link
    })
  }

  importApps(files: readonly GivenFile[], { inputFormat }: AppsImportRequest) {
    return refusing(() => importApps(files, inputFormat, this.#services))
  }

  importCommunity(
    files: readonly GivenFile[],
    { kind, ...options }: CommunityImportRequest,
    onProgress: OnProgress,
  ) {
    return refusing(() => importCommunity(kind, files, options, this.#services, onProgress))
  }

  importStats(files: readonly GivenFile[], request: StatsImportRequest, onProgress: OnProgress) {
    return recordingFailure(files, request, this.#services, () =>
      refusing(async () => {
        const options = await this.#statsOptions(request)
        return importStats(files, options, this.#services, onProgress)
      }),
    )
  }

  listImports(request: LedgerRequest): Promise<LedgerView[]> {
    return refusing(() => listImports(request, this.#services))
  }

  undoImport(importId: number): Promise<UndoView> {
    return refusing(async () => {
      const { entry, restored, removed, keptLater } = await this.#services.slices.undo(
        importId,
        this.#services.now(),
      )
      return {
        undo: entry,
        import: importId,
        restored_slices: restored,
        removed_slices: removed,
        kept_slices: keptLater,
      }
    })
  }

  reconcile(request: ReconcileRequest): Promise<GapView[]> {
    return refusing(() => reconcileReports(request, this.#services))
  }

  listFinality(): Promise<FinalityView[]> {
    return refusing(async () =>
      [...(await this.#services.finality.all())].map(([network, days]) => ({
        network,
        final_after_days: days,
      })),
    )
  }

  setFinality(rule: FinalityView): Promise<FinalityView> {
    return refusing(async () => {
      const { network, final_after_days: days } = rule
      if (!isIdentifier(network)) throw new ImportError(`"${network}" is not a network identifier`)
      if (!Number.isInteger(days) || days < 0 || days > mostFinalAfterDays) {
        throw new ImportError(`"${days}" is not a whole number from 0 to ${mostFinalAfterDays}`)
      }
      await this.#services.finality.set(network, days)
      return rule
    })
  }

  /** @throws ImportError naming the option that cannot be used */
  async #statsOptions(request: StatsImportRequest): Promise<StatsImportOptions> {
    const { source, day, app, network, rates, ...rest } = request
    if (network !== undefined && !isIdentifier(network)) {
      throw new ImportError(
        `--network: "${network}" is not a network identifier: ${identifierAccepts}`,
      )
    }
    if (rest.as !== undefined && !isIdentifier(rest.as)) {
      throw new ImportError(`--as: "${rest.as}" is not a name: ${identifierAccepts}`)
    }
    return {
      ...rest,
      source: wantedSource(source ?? 'auto'),
      sources: sources.values(),
      ...(day !== undefined && { day: dayOption(day) }),
      ...(app !== undefined && { app: await this.#appOption(app) }),
      ...(network !== undefined && { network }),
      ...(rates && { rates: readRates(rates) }),
    }
  }

  async #appOption(appId: string): Promise<App> {
    const [app] = await this.#services.apps.byIds([appId])
    if (app) return app
    throw new ImportError(`--app: there is no app with the app_id "${appId}"`)
  }
}

function dayOption(text: string): Day {
  const day = parseDay(text)
  if (day !== null) return day
  throw new ImportError(`--day: "${text}" is not a day of the calendar as YYYY-MM-DD`)
}

function wantedSource(name: string): WantedSource {
  if (name === 'auto') return 'auto'
  if (name === 'adtally') return null
  const source = sources.get(name)
  if (source) return source
  const known = ['auto', 'adtally', ...sources.keys()].join(', ')
  throw new ImportError(`there is no source "${name}"; there are: ${known}`)
}

/** Turns what the cores refuse into what an operator is told. */
async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImportError) {
      throw new RefusedError(error.message, error.badCells.map(describeBadCell))
    }
    if (error instanceof AccountError || error instanceof AppError) {
      throw new RefusedError(error.message)
    }
    throw error
  }
}

const toKeyView = ({ account, key }: IssuedKey): KeyView => ({ username: account.username, key })

function toAccountView({ username, currency, createdAt, disabledAt }: Account): AccountView {
  return { username, currency, createdAt, disabledAt }
}
