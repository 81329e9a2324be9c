import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { maxRateAgeDays, RateTable } from '../../currencies/conversion.ts'
import { installationOwner } from '../../currencies/daily-rate.ts'
import type { Account } from '../../publishers/account.ts'
import type { StoredSettlement } from '../../records/settlement/settlement-store.ts'
import type { StatementFile } from '../../settlement/given-line.ts'
import type { Trust } from '../../settlement/readers/adtally-statement.ts'
import {
  maxStatementCharacters,
  readStatementFile,
} from '../../settlement/readers/read-statement-file.ts'
import { refuse } from '../../settlement/refusals.ts'
import type { StatementLine } from '../../settlement/statement-line.ts'
import { BadCells } from '../../sources/bad-cells.ts'
import { hashFiles, refuseRepeatedFiles } from '../../sources/readers/repeated-files.ts'
import { addDays, type Day } from '../../values/day.ts'
import { fileFacts } from '../audit-facts.ts'
import { dryRun, text, username } from '../fields.ts'
import { knownNetworks } from '../networks/known-networks.ts'
import { readTextFile } from '../read-text-file.ts'
import type { Services } from '../services.ts'
import { type RequestOf, useCase } from '../use-case.ts'
import { withDeadline } from '../with-deadline.ts'
import { appIdsOfLines } from './app-ids.ts'
import { changeSettlement } from './change-settlement.ts'
import { findMapping } from './find-mapping.ts'
import { LineIndex } from './line-index.ts'
import { actor } from './money-fields.ts'
import { openBooks } from './open-books.ts'
import { type LineRules, planLines } from './plan-lines.ts'
import { refuseTakenNumber } from './refuse-taken-number.ts'
import { type LineView, toLineView, writeStatementId } from './statement-view.ts'

/** How many lines of statements an account has at most. */
export const maxLines = 100_000

/** A line that was imported, or would be: then it has no id. */
export type ImportedLine = Omit<LineView, 'id'> & { readonly id: number | null }

/** A file of statements that was imported, or would be. */
export interface ImportedStatement {
  readonly file: string
  /** Null in a preview. */
  readonly statement: string | null
  /** Whether the same file was imported before, so that nothing was done. */
  readonly is_repeated: boolean
  readonly source: string
  readonly lines: readonly ImportedLine[]
  /** Lines that a person has to assign. */
  readonly waiting: number
  /** Lines that are not about payments; they are not stored. */
  readonly skipped: number
}

const fields = {
  account: username,
  /** The name of a mapping of a bank's columns; other formats are recognised when absent. */
  mapping: Type.Optional(text(64, 'the name of a bank mapping')),
  dryRun,
  by: Type.Optional(actor),
}

/** Imports statements and payments of networks from files: all of them or none. */
export const importStatements = useCase({
  name: 'import-statements',
  request: fields,
  takesFiles: true,
  run: async (services, request, { files, signal }) => {
    await refuseRepeatedFiles(files, () => hashFiles(files, signal))
    const texts: StatementText[] = []
    for (const file of files) {
      texts.push(await readTextFile(file, maxStatementCharacters, services, signal))
    }
    return storeStatements(texts, request, services, signal)
  },
  audit: recordsOf,
})

/** {@link importStatements} of a text. */
export const addStatement = useCase({
  name: 'add-statement',
  request: {
    ...fields,
    file: Type.Object(
      {
        name: text(4_096, 'the name of the file'),
        text: Type.String({
          maxLength: maxStatementCharacters,
          description: `the text of the file, at most ${maxStatementCharacters} characters`,
        }),
      },
      { additionalProperties: false, description: 'the name and the text of a statement' },
    ),
  },
  run: (services, { file, ...request }, { signal }) =>
    storeStatements([file], request, services, signal),
  audit: recordsOf,
})

function recordsOf({ account, dryRun }: StatementRequest, { statements }: ImportedStatements) {
  const added = statements.filter((one) => !one.is_repeated)
  if (dryRun === true || added.length === 0) return []
  const facts = {
    statements: added.map(({ statement }) => statement!),
    ...fileFacts(added.map(({ file }) => file)),
    lines: added.reduce((sum, { lines }) => sum + lines.length, 0),
  }
  return [{ action: 'statements_imported', account, facts } as const]
}

type StatementRequest = RequestOf<typeof fields>

interface StatementText {
  readonly name: string
  readonly text: string
}

export interface ImportedStatements {
  readonly account: string
  readonly statements: readonly ImportedStatement[]
}

async function storeStatements(
  texts: readonly StatementText[],
  request: StatementRequest,
  services: Services,
  signal: AbortSignal,
): Promise<ImportedStatements> {
  const account = await services.accounts.get(request.account)
  const mapping =
    request.mapping === undefined ? null : await findMapping(request.mapping, account, services)
  const { username } = account
  const trust: Trust = { username, keys: await services.statementKeys.ofAccount(account.id) }
  const read = await withDeadline(services.importLimits, signal, (reading) =>
    Promise.all(
      texts.map(async ({ name, text }) => ({
        ...(await readStatementFile({ name, text, trust, ...(mapping && { mapping }) }, reading)),
        file: name,
        hash: createHash('sha256').update(text).digest('hex'),
      })),
    ),
  )
  const plan = (stored: StoredSettlement) => planAll(read, stored, account, services, signal)
  if (request.dryRun === true) {
    const { planned, appIds } = await plan(await services.settlement.read(account.id))
    const statements = planned.map((one) => toView(one, null, appIds))
    return { account: account.username, statements }
  }
  const about = { importedAtMs: services.now().getTime(), importedBy: request.by ?? null }
  return changeSettlement(services, account, async (stored) => {
    const { planned, appIds } = await plan(stored)
    return async (writer) => {
      const statements: ImportedStatement[] = []
      for (const one of planned) {
        const { file: fileName, hash: fileHash, source, skipped, repeats, lines } = one
        const added = { ...about, source, fileName, fileHash, skipped }
        const stored = repeats === null ? await writer.addImport(added, lines) : null
        statements.push(toView(one, stored, appIds))
      }
      return { account: account.username, statements }
    }
  })
}

interface ReadStatement extends StatementFile {
  readonly file: string
  readonly hash: string
}

interface PlannedStatement extends Omit<ReadStatement, 'lines'> {
  /** The id of the import of the same file; null for a new one. */
  readonly repeats: number | null
  readonly lines: readonly StatementLine[]
}

/** @throws Refusal `bad_cells` when a line is not accepted, `too_many_lines`, `statement_number_taken` */
async function planAll(
  read: readonly ReadStatement[],
  stored: StoredSettlement,
  account: Account,
  services: Services,
  signal: AbortSignal,
) {
  const { books, rules } = await openBooks(services, account, signal, stored)
  const given = read.flatMap(({ lines }) => lines)
  if (stored.lines.length + given.length > maxLines)
    throw refuse('too_many_lines', { maximum: maxLines })
  const appIds = new Set(given.flatMap(({ appId }) => appId ?? []))
  const apps = await services.apps.ofAccountByIds(account.id, [...appIds])
  const lineRules: LineRules = {
    books,
    accountId: account.id,
    today: rules.today,
    rates: await ratesFor(read, account, services),
    appKeys: new Map(apps.map(({ appId, key }) => [appId, key])),
    networks: await knownNetworks(account.id, services),
  }
  const known = new LineIndex(stored.lines)
  const bad = new BadCells()
  const planned = read.map((file, place): PlannedStatement => {
    const same = stored.imports.find(
      ({ fileHash, source, undoneAtMs }) =>
        fileHash === file.hash && source === file.source && undoneAtMs === null,
    )
    if (same) {
      const lines = stored.lines.filter(({ importId }) => importId === same.id)
      return { ...file, repeats: same.id, lines }
    }
    refuseTakenNumber(file, stored, read.slice(0, place))
    const lines = planLines(file.lines, known, lineRules, ({ at: line }, column, value, accepts) =>
      bad.add({ file: file.file, line, column, value, accepts }),
    )
    return { ...file, repeats: null, lines }
  })
  if (bad.count > 0) throw bad.refusal()
  return {
    planned,
    appIds: await appIdsOfLines(
      planned.flatMap(({ lines }) => lines),
      services,
    ),
  }
}

/** The rates of all days of lines in other currencies. */
async function ratesFor(
  read: readonly ReadStatement[],
  { id, currency }: Account,
  { rates }: Services,
): Promise<RateTable> {
  const foreign = read.flatMap(({ lines }) => lines).filter((line) => line.currency !== currency)
  if (foreign.length === 0) return new RateTable([])
  let [firstDay, lastDay] = [foreign[0]!.day, foreign[0]!.day]
  for (const { day } of foreign) {
    firstDay = Math.min(firstDay, day) as Day
    lastDay = Math.max(lastDay, day) as Day
  }
  return new RateTable(
    await rates.find({
      owners: [installationOwner, id],
      days: { firstDay: addDays(firstDay, -maxRateAgeDays), lastDay },
      currencies: [...new Set([currency, ...foreign.map((line) => line.currency)])],
    }),
  )
}

/** @param stored the ids of a new import; null for a preview, and for a file that was imported before */
const toView = (
  { file, repeats, source, lines, skipped }: PlannedStatement,
  stored: { readonly id: number; readonly lines: readonly number[] } | null,
  appIds: ReadonlyMap<number, string>,
): ImportedStatement => {
  const importId = stored?.id ?? repeats
  return {
    file,
    statement: importId === null ? null : writeStatementId(importId),
    is_repeated: repeats !== null,
    source,
    lines: lines.map((line, place) => ({
      ...toLineView({ ...line, importId: importId ?? line.importId }, appIds),
      ...(repeats === null && { id: stored?.lines[place] ?? null }),
    })),
    waiting: lines.filter(({ parts }) => parts.length === 0).length,
    skipped,
  }
}
