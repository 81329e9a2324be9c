import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installation } from '../../src/compose/installation.ts'
import { carryChanges } from '../../src/settlement/carry-changes.ts'
import type { JournalLine } from '../../src/settlement/journal.ts'
import type { NewLine } from '../../src/settlement/statement-line.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { deleteFigures } from '../../src/use-cases/delete-figures.ts'
import { username } from '../../src/use-cases/fields.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { assignLine } from '../../src/use-cases/money/assign-line.ts'
import { changeSettlement } from '../../src/use-cases/money/change-settlement.ts'
import { closeMonth } from '../../src/use-cases/money/close-month.ts'
import { markRestated } from '../../src/use-cases/money/mark-restated.ts'
import { openBooks } from '../../src/use-cases/money/open-books.ts'
import { reopenMonth } from '../../src/use-cases/money/reopen-month.ts'
import { removeTerms, setTerms } from '../../src/use-cases/money/set-terms.ts'
import { undoStatement } from '../../src/use-cases/money/undo-statement.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { readsOnly, useCase } from '../../src/use-cases/use-case.ts'
import type { Day } from '../../src/values/day.ts'
import { formatMicros } from '../../src/values/decimal.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import type { FoundBooks } from './expect-books.ts'
import type { NaiveCause, NaiveLine, NaiveRevenue, NaiveStep, NaiveTerms } from './naive-books.ts'
import { toNewLine } from './pure-books.ts'

/** Networks that have no usual terms, in place of the model's. */
const networkOf: Readonly<Record<string, string>> = { admob: 'applovin', unity: 'mintegral' }
const nameOf = Object.fromEntries(Object.entries(networkOf).map(([name, own]) => [own, name]))

const apps = ['hop', 'skip', 'jump']

/** Books of an account in stores, which take the same steps as the model. */
export class StoredBooks {
  readonly #installation: Installation
  readonly #username: string
  /** The stored ids of the model's entries and lines, and the statements of lines. */
  readonly #entries = new Map<number, number>()
  readonly #lines = new Map<number, number>()
  readonly #statements = new Map<number, string>()

  private constructor(installation: Installation, username: string) {
    this.#installation = installation
    this.#username = username
  }

  static async create(installation: Installation, username: string, currency: string) {
    const books = new StoredBooks(installation, username)
    await installation.call(createAccount, { username, currency })
    const rows = apps.map((app) => `${username}-${app},${username},${app},ios`)
    const file = await fileOf(['app_id,publisher,app_name,platform', ...rows])
    await installation.call(importApps, {}, { files: [file] })
    return books
  }

  async take(step: NaiveStep): Promise<void> {
    const { call } = this.#installation
    const username = this.#username
    if (step.kind === 'entry') {
      this.#entries.set(step.entry, await this.#addEntry(step.cause, step.entry))
    }
    if (step.kind === 'closed') {
      await call(closeMonth, { username, month: step.month, allowMissing: true })
    }
    if (step.kind === 'reopened') await call(reopenMonth, { username, month: step.month })
    if (step.kind === 'imported') await this.#import(step.lines)
    if (step.kind === 'removed') {
      await call(undoStatement, { username, id: this.#statements.get(step.lines[0]!)! })
    }
    if (step.kind === 'assigned') {
      const parts = step.parts.map(({ network, month, micros }) => ({
        network: networkOf[network]!,
        month,
        amount: formatMicros(micros),
      }))
      await call(assignLine, { username, id: this.#lines.get(step.line)!, parts })
    }
    if (step.kind === 'marked') {
      const id = this.#lines.get(step.line)!
      await call(markRestated, { username, id, restated: step.isRestated })
    }
    if (step.kind === 'terms') await this.#setTerms(step)
  }

  async read(): Promise<FoundBooks> {
    const { months, closes, journals } = await this.#installation.call(readBooks, {
      username: this.#username,
    })
    const entryOf = new Map([...this.#entries].map(([own, stored]) => [stored, own]))
    const lineOf = new Map([...this.#lines].map(([own, stored]) => [stored, own]))
    const toEntry = <Found extends { readonly entry: number | null }>(one: Found): Found => ({
      ...one,
      entry: one.entry === null ? null : entryOf.get(one.entry)!,
    })
    const toNetwork = <Found extends { readonly network: string }>(one: Found): Found => ({
      ...one,
      network: nameOf[one.network] ?? one.network,
    })
    return {
      months: months.map((month) => ({
        ...toNetwork(month),
        restatements: month.restatements.map((one) => ({
          ...toEntry(one),
          line: one.line === null ? null : lineOf.get(one.line)!,
        })),
      })),
      closes: closes.map(({ carried }) => ({ carried: carried.map(toEntry).map(toNetwork) })),
      unbooked: carryChanges(months, closes).map(toEntry).map(toNetwork),
      journals: new Map([...journals].map(([month, lines]) => [month, lines.map(toNetwork)])),
    }
  }

  async #addEntry(cause: NaiveCause, nth: number): Promise<number> {
    const { call } = this.#installation
    if (cause.kind === 'import') {
      const imported = await call(
        importFigures,
        {},
        { files: [await this.#fileOf(cause.rows, nth)] },
      )
      return imported.import
    }
    if (cause.kind === 'undo') {
      return (await call(undoImport, { id: this.#entries.get(cause.entry)! })).undo
    }
    if (cause.kind === 'merge') throw new Error('Stores are not asked to merge apps here.')
    const deleted = await call(deleteFigures, {
      account: this.#username,
      startDate: '2026-01-01',
      endDate: '2026-12-31',
      appId: `${this.#username}-${cause.app}`,
      ...(cause.network === null ? {} : { network: networkOf[cause.network]! }),
    })
    return deleted.entry!
  }

  /** A file of its own for each entry, since a file is imported once. */
  #fileOf(rows: readonly NaiveRevenue[], nth: number) {
    return fileOf([
      'date,app_id,network,format,country,impressions,revenue',
      ...rows.map(
        ({ network, month, app, micros }) =>
          `${month}-15,${this.#username}-${app},${networkOf[network]},video,US,${nth},${formatMicros(micros)}`,
      ),
    ])
  }

  async #import(lines: readonly NaiveLine[]): Promise<void> {
    const added = lines.map((line) => {
      const parts = line.parts.map((part) => ({ ...part, network: networkOf[part.network]! }))
      return toNewLine({ ...line, parts })
    })
    const stored = await this.#installation.call(addLines(added), { username: this.#username })
    for (const [at, { id }] of lines.entries()) {
      this.#lines.set(id, stored.lines[at]!)
      this.#statements.set(id, `S${stored.id}`)
    }
  }

  async #setTerms({ network, from, terms }: Extract<NaiveStep, { kind: 'terms' }>): Promise<void> {
    const { call } = this.#installation
    const place = { username: this.#username, network: networkOf[network]!, from }
    if (terms) await call(setTerms, { ...place, ...this.#toTerms(terms) })
    else await call(removeTerms, place)
  }

  #toTerms = ({
    netDays,
    minimum,
    currency,
    feePpm,
    fixedFee,
    withholdingPpm,
    apps,
  }: NaiveTerms) => ({
    netDays,
    minimum: formatMicros(minimum),
    currency,
    feePercent: formatMicros(feePpm * 100n),
    fixedFee: formatMicros(fixedFee),
    withholdingPercent: formatMicros(withholdingPpm * 100n),
    apps: apps?.map((app) => `${this.#username}-${app}`) ?? null,
  })
}

async function fileOf(rows: readonly string[]) {
  const path = join(await newFolder(), 'file.csv')
  await writeFile(path, rows.map((row) => `${row}\n`).join(''))
  return { name: 'file.csv', path }
}

const readBooks = useCase({
  name: 'read-books',
  request: { username },
  audit: readsOnly,
  run: async (services, request, { signal }) => {
    const account = await services.accounts.get(request.username)
    const { months, stored } = await openBooks(services, account, signal)
    const journals = new Map<Day, readonly JournalLine[]>()
    for (const { month } of stored.closes) {
      const only = { from: month, to: month }
      journals.set(month, await services.settlement.journal(account.id, only))
    }
    return { months, closes: stored.closes, journals }
  },
})

/** Stores lines as they are. An import would match and refuse some. */
const addLines = (lines: readonly NewLine[]) =>
  useCase({
    name: 'add-lines',
    request: { username },
    audit: readsOnly,
    run: async (services, request) => {
      const account = await services.accounts.get(request.username)
      const about = {
        source: 'statements',
        fileName: 'lines.csv',
        fileHash: '',
        skipped: 0,
        importedAtMs: 0,
        importedBy: null,
      }
      return changeSettlement(
        services,
        account,
        async () => (writer) => writer.addImport(about, lines),
      )
    },
  })
