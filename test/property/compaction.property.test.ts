import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { factNames } from '../../src/facts/kinds.ts'
import type { Horizon } from '../../src/ledger/history.ts'
import { compactHistory } from '../../src/use-cases/compact-history.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { deleteFigures } from '../../src/use-cases/delete-figures.ts'
import { mergeApps } from '../../src/use-cases/end-app.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { CancelledError } from '../../src/values/cancelled-error.ts'
import { formatInstant } from '../../src/values/instant.ts'
import { Refusal } from '../../src/values/refusal.ts'
import { commitMade } from '../fixtures/commit-made.ts'
import { type ClockedInstallation, openClocked } from '../fixtures/moving-clock.ts'
import { serveReports, type TestServer } from '../fixtures/report-server.ts'
import { batchOf, batchSize, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'
import { drawnRows, factFiles } from './fact-rows.ts'

// Every case has its own account; the horizon is that of all.
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      fact: fc.constantFrom(...factNames),
      rows: batchOf(fc.option(drawnRows(['2026-02-28', '2026-03-01']), { freq: 3, nil: [] })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), which: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('compact' as const),
      keep: fc.nat(2),
      isStopped: fc.boolean(),
    }),
  },
)

type Step = typeof step extends fc.Arbitrary<infer Found> ? Found : never

/** The number of latest times whose answers are compared. */
const mostInstants = 5

/** The slices that the compactions of all cases dropped. */
let dropped = 0
let refusedUndos = 0

test(`${caseCount} sequences of imports, undos, deletions, merges and compactions answer from the horizon on as without compactions`, {
  timeout: propertyTimeoutMs,
}, async () => {
  await checkBatches(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
    const twins = [await openTwin(), await openTwin()] as const
    try {
      const end: Step[] = [
        { kind: 'compact', keep: 0, isStopped: false },
        { kind: 'undo', which: 0 },
      ]
      await follow([...steps, ...end], twins)
    } finally {
      for (const twin of twins) await twin.close()
    }
  })
  if (caseCount >= 40) {
    expect(dropped).toBeGreaterThan(0)
    expect(refusedUndos).toBeGreaterThan(0)
  }
})

async function follow(steps: readonly Step[], twins: readonly [Twin, Twin]): Promise<void> {
  const [compacted, whole] = twins
  let horizon: Horizon | null = null
  for (const one of steps) {
    if (one.kind === 'compact') {
      horizon = await compacted.compact(one.keep, one.isStopped)
      await expectSame(twins, horizon, accounts.slice(0, 2))
    } else {
      const horizonEntry = horizon?.entry ?? 0
      const [mine, others] = [await compacted.take(one), await whole.take(one, horizonEntry)]
      expect(mine).toEqual(others)
      for (const twin of twins) await twin.cite()
    }
    for (const twin of twins) twin.pass()
  }
  await expectSame(twins, horizon, accounts)
  await whole.expectCited(false)
  await compacted.expectCited(horizon !== null)
}

/** Expects both to answer the same at the latest states from the horizon on, byte for byte. */
async function expectSame(
  [compacted, whole]: readonly [Twin, Twin],
  horizon: Horizon | null,
  asked: typeof accounts,
): Promise<void> {
  const since = horizon && formatInstant(horizon.sinceMs)
  for (const asOf of [null, ...whole.instants().slice(-mostInstants)]) {
    const isBefore = asOf !== null && since !== null && asOf < since
    for (const path of questions(asOf)) {
      const [mine, others] = [
        await compacted.answers(path, asked),
        await whole.answers(path, asked),
      ]
      if (!isBefore) expect([path, mine]).toEqual([path, others])
      else for (const answer of mine) expect(answer).toContain('history_compacted')
    }
  }
}

/** Addresses of the same figures in several shapes; `ACCOUNT` stands for credentials. */
function questions(asOf: string | null): string[] {
  const days = 'start_date=2026-02-01&end_date=2026-03-31'
  const at = asOf === null ? '' : `&as_of=${asOf}`
  const report = `/api/v2/publisher/report?ACCOUNT&${days}${at}`
  return [
    `/api/v2/publisher/applications/stats?ACCOUNT&${days}${at}`,
    `${report}&dimensions=date,app_id,network,ad_format,country,ad_tag&metrics=impressions,clicks,installs,revenue_micros,requests`,
    `${report}&dimensions=date,app_id,source,country&metrics=dau,user_days`,
    ...(asOf === null
      ? [
          '/api/v2/publisher/report/changed?ACCOUNT',
          '/api/v2/publisher/report/changed?ACCOUNT&kind=audience',
          '/api/v2/publisher/changes?ACCOUNT&limit=1000',
        ]
      : []),
  ]
}

const cited =
  'start_date=2026-02-01&end_date=2026-03-31&dimensions=date,app_id,network&metrics=impressions,revenue&order_by=date,app_id,network'
const isSum = (name: string): boolean => name === 'impressions' || name === 'revenue'

class Twin {
  readonly #installation: ClockedInstallation
  readonly #server: TestServer
  readonly #entries: number[] = []
  readonly #instants: string[] = []
  readonly #undone = new Set<number>()
  /** Answers by their citations. */
  readonly #cited = new Map<string, unknown>()
  /** Entries that merged the second app of an account into the first one. */
  readonly #merges = new Map<number, string>()
  #files = 0

  constructor(installation: ClockedInstallation) {
    this.#installation = installation
    this.#server = serveReports(installation)
  }

  /** Half a day. */
  pass(): void {
    this.#installation.pass(43_200)
  }

  /** Times at which an entry was the last one. */
  instants(): readonly string[] {
    return this.#instants
  }

  /** @param isStopped whether it is given up after its first part */
  async compact(keep: number, isStopped: boolean): Promise<Horizon | null> {
    const { call, horizons } = this.#installation
    const stop = new AbortController()
    const onProgress = () => {
      if (isStopped) stop.abort(new CancelledError('The test stops it.'))
    }
    const view = await call(
      ...([compactHistory, { keep }, { signal: stop.signal, onProgress }] as const),
    ).catch((error: unknown) => {
      if (!(error instanceof CancelledError)) throw error
      return { slices: 0 }
    })
    dropped += view.slices
    return horizons.current()
  }

  /** The answer to each account, with its status. */
  async answers(path: string, asked: typeof accounts): Promise<string[]> {
    const found: string[] = []
    for (const { username, key } of asked) {
      const url = path.replace('ACCOUNT', `developer=${username}&key=${key}`)
      const { statusCode, body } = await this.#server.get(url)
      found.push(`${statusCode} ${body.replace(/"request_id":"[^"]*"/, '')}`)
    }
    return found
  }

  /** Cites the figures that two accounts have now. */
  async cite(): Promise<void> {
    for (const { username, key } of accounts.slice(0, 2)) {
      const { meta, data, totals } = await this.#get(
        `/api/v2/publisher/report?developer=${username}&key=${key}&${cited}&include=citation`,
      )
      this.#cited.set(`${meta.citation}?developer=${username}&key=${key}`, [data, totals])
    }
  }

  /** Opens all citations, which have the figures of then. @param isCompacted whether some may be too old */
  async expectCited(isCompacted: boolean): Promise<void> {
    for (const [path, answer] of this.#cited) {
      const opened = await this.#get(path)
      if (isCompacted && opened.code === 'history_compacted') continue
      const { columns, rows, totals } = opened.cited
      const names: string[] = columns.map(({ name }: { readonly name: string }) => name)
      const valuesOf = (cells: readonly (string | null)[], of: readonly string[]) =>
        Object.fromEntries(
          of.map((name, place) => [
            name,
            cells[place] && isSum(name) ? Number(cells[place]) : cells[place],
          ]),
        )
      const found = rows.map((cells: (string | null)[]) => valuesOf(cells, names))
      expect([found, valuesOf(totals, names.filter(isSum))]).toEqual(answer)
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: an answer.
  async #get(path: string): Promise<any> {
    return (await this.#server.get(path)).json()
  }

  /** @param horizonEntry of the other twin, which undoes nothing before it */
  async take(one: Exclude<Step, { kind: 'compact' }>, horizonEntry = 0): Promise<unknown> {
    const { call } = this.#installation
    if (one.kind === 'undo') {
      const open = this.#entries.filter((id) => !this.#undone.has(id))
      if (open.length === 0) return null
      const id = open[one.which % open.length]!
      if (id <= horizonEntry) return `before_horizon ${id}`
      try {
        const undone = await call(undoImport, { id })
        this.#undone.add(id)
        this.#note(undone.undo)
        return undone
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'before_horizon') throw error
        refusedUndos++
        return `before_horizon ${id}`
      }
    }
    if (one.kind === 'delete') {
      const { username } = accounts[one.which % accounts.length]!
      const days = { startDate: '2026-02-28', endDate: '2026-02-28' }
      const deleted = await call(deleteFigures, { account: username, ...days }).catch(
        (error: Refusal) => error.code,
      )
      if (typeof deleted === 'string') return deleted
      this.#entries.push(deleted.entry!)
      this.#note()
      return deleted
    }
    if (one.kind === 'merge') {
      const { username } = accounts[one.which % accounts.length]!
      if (this.#hasMerged(username)) return null
      const apps = { appId: `${username}.two`, into: `${username}.one` }
      const merged = await call(mergeApps, apps)
      this.#entries.push(merged.entry!)
      this.#merges.set(merged.entry!, username)
      this.#note()
      return merged
    }
    const { columns, lineOf } = factFiles[one.fact]
    const lines = one.rows.flatMap((rows, nth) =>
      rows
        .filter(({ app }) => app === 'one' || !this.#hasMerged(accounts[nth]!.username))
        .map((row) => lineOf({ ...row, app: `${accounts[nth]!.username}.${row.app}` })),
    )
    if (lines.length === 0) return null
    if (one.fact === 'shares') return this.#commitShares(lines)
    const summary = await call(importFigures, {}, { files: [await this.file([columns, ...lines])] })
    this.#entries.push(summary.import)
    this.#note()
    return summary.import
  }

  async #commitShares(lines: readonly string[]): Promise<number | null> {
    const { call } = this.#installation
    let last: number | null = null
    for (const { username } of accounts) {
      const own = lines.filter((line) => line.split(',')[1]!.startsWith(`${username}.`))
      if (own.length === 0) continue
      const made = { username, kind: 'shares', scope: null, lines: own } as const
      const committed = await commitMade({ call }, made)
      if (!committed) continue
      last = committed.importId
      this.#entries.push(last)
      this.#note()
    }
    return last
  }

  #hasMerged(username: string): boolean {
    return [...this.#merges].some(([entry, of]) => of === username && !this.#undone.has(entry))
  }

  #note(_entry?: number): void {
    this.#instants.push(formatInstant(this.#installation.now().getTime()))
  }

  async file(lines: readonly string[]) {
    const path = join(this.#installation.root, `${this.#files++}.csv`)
    await writeFile(path, `${lines.join('\n')}\n`)
    return { name: 'rows.csv', path }
  }

  async close(): Promise<void> {
    await this.#server.close()
    await this.#installation.remove()
  }
}

const accounts = Array.from({ length: batchSize }, (_, nth) => ({
  username: `case${nth}`,
  key: `key-of-case-${nth}-0123456789abcdef`,
}))

async function openTwin(): Promise<Twin> {
  const installation = await openClocked()
  const twin = new Twin(installation)
  for (const account of accounts) await installation.call(createAccount, account)
  const apps = accounts.flatMap(({ username }) =>
    ['one', 'two'].map((app) => `${username}.${app},${username},${app},ios`),
  )
  const file = await twin.file(['app_id,publisher,app_name,platform', ...apps])
  await installation.call(importApps, {}, { files: [file] })
  return twin
}
