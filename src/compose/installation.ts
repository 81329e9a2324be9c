import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '../audit/audit-event.ts'
import type { CommunityStore } from '../community/community-store.ts'
import type { DataDirectory } from '../config/data-directory.ts'
import { isShared } from '../config/servers.ts'
import { openDelivery } from '../delivery/deliver.ts'
import type { FileSpace } from '../http/services.ts'
import type { FigureLedger } from '../ledger/figure-ledger.ts'
import type { HistoryStore } from '../ledger/history.ts'
import type { SliceFigures } from '../ledger/slice-figures.ts'
import { MemoryBudget } from '../limits/memory-budget.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { AppStore } from '../records/app-store.ts'
import { AuditLog } from '../records/audit-log.ts'
import { CommunityWriter } from '../records/community-writer.ts'
import type { ConnectionStore } from '../records/connection-store.ts'
import { FailedImports } from '../records/failed-imports.ts'
import { FinalityRules } from '../records/finality-rules.ts'
import { HistoryHorizons } from '../records/history-horizons.ts'
import { ImportRequestStore } from '../records/import-request-store.ts'
import { DigestStore } from '../records/messages/digest-store.ts'
import { RateStore } from '../records/rate-store.ts'
import { RelationalCommunityStore } from '../records/relational-community-store.ts'
import { SetAsideStore } from '../records/set-aside-store.ts'
import { SettlementStore } from '../records/settlement/settlement-store.ts'
import {
  readSettlementTotals,
  type SettlementTotals,
} from '../records/settlement/settlement-totals.ts'
import type { WriteParquet } from '../reporting/parquet-writer.ts'
import type { ReportStore } from '../reporting/report-store.ts'
import type { SettledRevenue } from '../reporting/settled-revenue.ts'
import { networkFinality } from '../sources/finality-rules.ts'
import { LargeImports } from '../staging/engine-share.ts'
import { parquetWriter } from '../storage/duckdb/write-parquet.ts'
import { lockDirectory } from '../storage/files/lock-directory.ts'
import { fromHorizonOn } from '../storage/history/horizon-report-store.ts'
import { MemoryReportStore } from '../storage/memory/memory-report-store.ts'
import { withSettledRows } from '../storage/settlement/settled-report-store.ts'
import type { DayPuller, PullLog } from '../use-cases/connections/network-services.ts'
import { Puller } from '../use-cases/connections/puller.ts'
import { DestinationShipper } from '../use-cases/destinations/destination-shipper.ts'
import { ImportRequests } from '../use-cases/import-requests/import-requests.ts'
import { settledRevenueOf } from '../use-cases/money/settled-revenue.ts'
import { ShareMaker } from '../use-cases/partners/share-maker.ts'
import type { Services } from '../use-cases/services.ts'
import { type Call, type CallAs, callWith } from '../use-cases/use-case.ts'
import { CancelledError } from '../values/cancelled-error.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import type { BackUp } from './backup/take-backup.ts'
import { answerBytes, engineLimits, largeImportShare } from './engine-limits.ts'
import { guardCall, guardSlices, hasRoom, refuseFullDisk } from './guard-disk.ts'
import { type MessageWorks, messageWorks } from './message-works.ts'
import { type Access, createAccess } from './open-access.ts'
import { callNetworks, type NetworkTime, openNetworks, realTime } from './open-networks.ts'
import { openStores } from './open-stores.ts'
import { openWarehouses } from './open-warehouses.ts'
import { pullingProcess } from './pulling-process.ts'

/** The open stores of a data directory. */
export interface Installation extends Access, MessageWorks {
  readonly apps: AppStore
  readonly community: CommunityStore
  readonly figures: ReportStore
  /** The same, as what keeps figures in memory. */
  readonly figureMemory: Pick<MemoryReportStore, 'warm' | 'idle' | 'answered'>
  /** The memory for everything that is kept to answer from. */
  readonly answerMemory: MemoryBudget
  /** Kept answers of the ledger about single states of it. */
  readonly ledgerMemory: MemoryBudget
  readonly writeParquet: WriteParquet
  /** For files that a server keeps while it runs. */
  readonly fileSpace: FileSpace
  readonly ledger: FigureLedger
  /** Where the stored history begins. */
  readonly horizons: HistoryHorizons
  /** The versions that history is made of. */
  readonly history: HistoryStore
  readonly sliceFigures: SliceFigures
  readonly failedImports: FailedImports
  readonly finality: FinalityRules
  /** What networks owe and paid. */
  readonly settledRevenue: SettledRevenue
  readonly settlementTotals: () => Promise<SettlementTotals>
  readonly audit: AuditLog
  readonly importRequests: ImportRequests
  readonly connections: ConnectionStore
  /** Pulls the days of connections that are due. */
  readonly puller: DayPuller
  /** Keeps the copies of destinations current. */
  readonly destinationShipper: (warn: (message: string) => void) => DestinationShipper
  /** Keeps the net figures of partners current. */
  readonly shareMaker: (warn: (message: string) => void) => ShareMaker
  readonly callAs: CallAs
  /** Backs up the stores for an actor. */
  readonly backUpAs: (actor: Actor) => BackUp
  /** Runs use cases for a command. */
  readonly call: Call
  /** Cancels imports under way, unless they are being written. */
  readonly cancelImports: () => void
  readonly close: () => Promise<void>
}

export interface InstallationOptions {
  /** A server shares the processors among queries; a command uses all of them. */
  readonly use: 'serve' | 'command'
  /** Whether stores that were restored from different backups are accepted; not when absent. */
  readonly acceptRestore?: boolean
  readonly now?: () => Date
  /** How time passes for connections; as `now` tells when absent. */
  readonly networkTime?: NetworkTime
  /** The address of the server in mails; the usual one of this machine when absent. */
  readonly baseUrl?: () => string
  /** Receives messages for the operator, for example when a store is lost and found again. */
  readonly warn?: (message: string) => void
  /** Receives the progress of an upgrade of older stores; `warn` when absent. */
  readonly onUpgrade?: (line: string) => void
  /** Whether stores of an earlier release are refused instead of upgraded; not when absent. */
  readonly refusesUpgrade?: boolean
  /** Is called when this process has lost the figures; `warn` is when absent. */
  readonly onLost?: (error: Error) => void
  /** Counts and times the work; nothing does when absent. */
  readonly metrics?: Metrics
  /** Receives what operators should see of pulls; nothing does when absent. */
  readonly pullLog?: PullLog
  /** Receives failures to write the audit log; `warn` when absent. */
  readonly onAuditFailure?: (line: string) => void
}

/**
 * Opens the stores of a data directory, and creates those that do not exist.
 *
 * @throws UnusableStoreError when they do not belong together; see docs/backups.md
 * @throws DatabaseInUseError when another process has them open
 * @throws StoreUnavailableError when ClickHouse does not answer
 */
export async function openInstallation(
  directory: DataDirectory,
  {
    use,
    acceptRestore = false,
    now = () => new Date(),
    networkTime = realTime(now),
    baseUrl = () => usualBaseUrl,
    warn = warnOfProcess,
    onUpgrade = warn,
    refusesUpgrade = false,
    onAuditFailure = warn,
    onLost = ({ message }) => warn(message),
    pullLog = { warn: () => undefined },
    metrics,
  }: InstallationOptions,
): Promise<Installation> {
  // A server answers parallel queries best with one thread for each.
  const threads = use === 'serve' ? 1 : availableParallelism()
  const opened = await openStores(directory, {
    threads,
    acceptRestore,
    replacesSecret: false,
    now,
    warn,
    onLost,
    onUpgrade,
    refusesUpgrade,
  })
  const { relational, apps, stores, secret, noteChange } = opened
  const access = createAccess(relational, secret, now)
  const failedImports = new FailedImports(relational)
  const finality = new FinalityRules(relational, networkFinality)
  const audit = new AuditLog(relational, now, onAuditFailure)
  const imports = new AbortController()
  const writeParquet = parquetWriter({
    workDirectory: directory.work,
    spillLimit: engineLimits(directory).spillLimit,
  })
  // Commands ask too little for it to pay.
  const answerMemory = new MemoryBudget(use === 'serve' ? answerBytes(directory) : 0)
  const ledgerMemory = new MemoryBudget(ledgerBytes)
  const horizons = new HistoryHorizons(relational)
  const kept = fromHorizonOn(stores.figures, {
    horizon: () => horizons.current(),
    ledger: stores.ledger,
  })
  const engine = metrics ? metrics.engine.measure(kept) : kept
  const memory = new MemoryReportStore(engine, answerMemory, now)
  const figures = withSettledRows(memory)
  const settlement = new SettlementStore(relational)
  const calls = callNetworks(directory)
  const settledRevenue = settledRevenueOf(() => services)
  const services: Services = {
    ...stores,
    figures,
    horizons,
    ledgerMemory,
    slices: guardSlices(stores.slices, directory),
    writeParquet,
    audit,
    finality,
    settledRevenue,
    rates: new RateStore(relational),
    failedImports,
    setAside: new SetAsideStore(relational),
    settlement,
    digests: new DigestStore(relational),
    community: new CommunityWriter(relational, now),
    ...access,
    apps,
    now,
    warn,
    importLimits: directory.importLimits,
    largeImports: new LargeImports(
      { threads, memoryLimit: engineLimits(directory).memoryLimit },
      largeImportShare(directory),
    ),
    stopImports: imports.signal,
    workDirectory: directory.work,
    rejectDirectory: directory.rejects,
    lockFolder: lockDirectory,
    networks: openNetworks(relational, secret, calls, networkTime, {
      ...pullingProcess(!isShared(directory.servers)),
      notePull: (connector, outcome) => metrics?.pulls.pulled(connector, outcome),
      log: pullLog,
      fetchesRates: directory.networkCalls.fetchesRates,
    }),
    deliver: openDelivery({ ...directory.mail, baseUrl }, calls, networkTime.nowMs),
    baseUrl,
    warehouses: openWarehouses(directory.warehouses, {
      workDirectory: directory.work,
      nowMs: networkTime.nowMs,
    }),
    noteDelivery: (kind, isSent) => metrics?.deliveries.noted(kind, isSent),
    puller: new Puller(() => ({ services, callAs })),
  }
  const callStores = callWith(services)
  const guardedCallAs: CallAs = (actor) => {
    const call = guardCall(callStores(actor), directory)
    return async (useCase, ...args) => {
      let isRecorded = false
      try {
        const result = await call(useCase, ...args)
        isRecorded = useCase.audit !== undefined
        return result
      } finally {
        await noteChange(isRecorded)
      }
    }
  }
  const callAs = metrics ? metrics.measure(guardedCallAs) : guardedCallAs
  const importRequests = new ImportRequests({
    store: new ImportRequestStore(relational),
    ledger: stores.ledger,
    workDirectory: directory.work,
    maxUploadBytes: directory.importLimits.uploadBytes,
    maxMinutes: directory.importLimits.minutes,
    refuseFullDisk: (bytes) => refuseFullDisk(directory, bytes),
    isShared: isShared(directory.servers),
    now,
    warn,
    stopImports: imports.signal,
  })
  const close = async () => {
    await importRequests.idle()
    await memory.close()
    await opened.close()
  }
  return {
    ...access,
    apps,
    community: new RelationalCommunityStore(relational),
    figures,
    figureMemory: memory,
    answerMemory,
    ledgerMemory,
    writeParquet,
    fileSpace: {
      folder: join(directory.work, 'parquet'),
      hasRoom: (bytes) => hasRoom(directory, bytes),
    },
    ledger: stores.ledger,
    horizons,
    history: stores.history,
    sliceFigures: stores.sliceFigures,
    failedImports,
    finality,
    settledRevenue,
    settlementTotals: () => readSettlementTotals(relational),
    audit,
    importRequests,
    connections: services.networks.store,
    puller: services.puller,
    ...messageWorks(services),
    destinationShipper: (warn) => new DestinationShipper(services, warn),
    shareMaker: (warn) => new ShareMaker(services, warn),
    callAs,
    backUpAs: (actor) => async (sealedSecret) => {
      if (!opened.backUp) throw new UnusableStoreError(backUpServers)
      const backup = await opened.backUp(sealedSecret)
      const facts = { entry: backup.head.entry, with_secret: sealedSecret !== null }
      await audit.record(actor, [{ action: 'backed_up', account: null, facts }])
      return backup
    },
    call: callAs({ kind: 'command', address: null }),
    cancelImports: () => imports.abort(new CancelledError('The process is ending.')),
    close,
  }
}

const usualBaseUrl = 'http://127.0.0.1:8080'

const backUpServers =
  'The figures or the records are on servers, which have their own backups; see docs/backups.md.'

/** About a thousand accounts' last entries, and the names in the figures of a dozen. */
const ledgerBytes = 4_000_000

const warnOfProcess = (message: string): void => process.emitWarning(message)
