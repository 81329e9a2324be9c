import type { FactKind } from '../facts/fact-kind.ts'
import { figures } from '../facts/figures.ts'
import { factKinds, otherFactNames } from '../facts/kinds.ts'
import type { ImportLimits } from '../sources/import-limits.ts'
import { checkClock } from './clock.ts'
import { commitEntry, previewEntry } from './commit-entry.ts'
import type {
  CommittedImport,
  ImportApps,
  NewImport,
  PreviewedImport,
  SliceStore,
} from './slice-store.ts'
import { Stage } from './stage.ts'
import type { SliceScope, StagedSlices } from './staged-slices.ts'

/** A deletion or a merge of figures, or a revaluation. */
export interface FigureRevision {
  readonly what: NonNullable<NewImport['revision']>
  readonly scope: SliceScope
  /** The kind of fact that it is of; figures when absent. */
  readonly kind?: FactKind
  /** The name of a secondary report; null for counted figures. */
  readonly report: string | null
  /** The origin of a revaluation's figures; absent for other revisions. */
  readonly statedBy?: Pick<NewImport, 'source' | 'dayZone' | 'request' | 'mediation'>
  /** The changes to apps that are made with it; none when absent. */
  readonly apps?: ImportApps
}

export interface RevisionServices {
  readonly slices: SliceStore
  readonly now: () => Date
  readonly limits: ImportLimits
}

/** Commits a deletion or a merge as a ledger entry. @throws Refusal like `commitEntry` */
export const reviseFigures = (
  revision: FigureRevision,
  services: RevisionServices,
): Promise<CommittedImport> =>
  withRevision(revision, services, (staged, entry) => commitEntry(services.slices, staged, entry))

/** Computes the effect of a deletion or a merge. */
export const previewRevision = (
  revision: FigureRevision,
  services: RevisionServices,
): Promise<PreviewedImport> =>
  withRevision(revision, services, (staged, entry) => previewEntry(services.slices, staged, entry))

function withRevision<Result>(
  { what, scope, kind = figures, report, statedBy = nobody, apps = noApps }: FigureRevision,
  { slices, now, limits }: RevisionServices,
  work: (staged: StagedSlices, entry: NewImport) => Promise<Result>,
): Promise<Result> {
  const committedAt = now()
  return slices.withScratch(async (scratch) => {
    await Stage.begin(kind, scratch, () => undefined)
    const staged: StagedSlices = {
      kind,
      scratch,
      rowCount: 0,
      names: [],
      scope,
      rates: [],
      // Only the end of an app is of all kinds of fact.
      ...(scope.withReports && { otherKinds: otherFactNames.map((name) => factKinds[name]) }),
      isPartial: false,
      repeatedKeys: 'none',
    }
    return work(staged, {
      ...statedBy,
      files: [],
      hashes: [],
      revision: what,
      report,
      committedAt,
      apps,
      maxNewNames: { 16: 0, 32: 0 },
      beginWrite: (lastCommittedMs) => checkClock(committedAt, lastCommittedMs, limits),
    })
  })
}

const nobody = { source: 'adtally', dayZone: 'UTC', request: null }

const noApps: ImportApps = {
  expected: () => [],
  resolve: async () => [],
  confirmPending: async () => undefined,
}
