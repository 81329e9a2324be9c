import { isCurrency } from '../values/currency.ts'
import { dayAccepts, parseDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import { identifierAccepts, isIdentifier } from '../values/identifier.ts'
import { formatInstant, parseInstant } from '../values/instant.ts'
import { monthAccepts, parseMonth } from '../values/months.ts'
import { isPlainText } from '../values/plain-text.ts'
import { netOf, type Statement, type StatementParty, totalOf } from './statement.ts'
import {
  canonicalStatement,
  type SignedStatement,
  sha256Of,
  statementFormat,
  writeStatementFile,
} from './statement-document.ts'
import { Members, refusedMember } from './statement-members.ts'
import { refuse } from './statement-refusals.ts'
import {
  isSignature,
  isSignedBy,
  isStatementKey,
  signatureAccepts,
  statementKeyAccepts,
} from './statement-signing.ts'

/** The most characters of a file. */
export const maxStatementFileCharacters = 10_000_000

/** How much a statement may have. */
export const statementBounds = {
  number: 200,
  account: 64,
  partyName: 500,
  appName: 500,
  share: 200,
  reason: 200,
  taxNote: 2_000,
  installation: 100,
  shares: 30_000,
  corrections: 1_200,
  adjustments: 1_000,
} as const

/** A file has 4 levels. */
const maxLevels = 8

/**
 * Reads the file of a statement, and checks its form, sums, checksum and signature. The key is the file's own: compare it
 * with one that is trusted, see {@link verifyStatement}.
 *
 * @param file its name, for error texts
 * @throws Refusal `statement_format_unknown` for another document, `statement_member_refused` for the first member that is
 *   not accepted, and `statement_changed` unless the text is exactly the one that was issued
 */
export function readSignedStatement(file: string, text: string): SignedStatement {
  const parsed = parseBounded(file, text)
  const format = (parsed as { format?: unknown } | null)?.format ?? null
  if (format !== statementFormat) {
    const shown = typeof format === 'string' ? format.slice(0, 100).toWellFormed() : null
    throw refuse('statement_format_unknown', { file, format: shown, known: [statementFormat] })
  }
  const members = new Members(file, '', parsed, [
    'format',
    'statement',
    'sha256',
    'key',
    'signature',
  ])
  const signed: SignedStatement = {
    statement: readStatement(members.object('statement', statementMembers)),
    sha256: members.text('sha256', '64 hexadecimal digits in lower case', (one) =>
      /^[0-9a-f]{64}$/.test(one),
    ),
    key: members.text('key', statementKeyAccepts, isStatementKey),
    signature: members.text('signature', signatureAccepts, isSignature),
  }
  const canonical = canonicalStatement(signed.statement)
  const isUnchanged =
    sha256Of(canonical) === signed.sha256 &&
    isSignedBy(signed.key, canonical, signed.signature) &&
    // Repeated members, and other blanks and escapes, are not in the statement that was read.
    writeStatementFile(signed) === text
  if (!isUnchanged) throw refuse('statement_changed', { file, number: signed.statement.number })
  return signed
}

/** {@link readSignedStatement} of a file that the owner of a key signed. @throws Refusal `statement_key_differs` too */
export function verifyStatement(file: string, text: string, expected: string): SignedStatement {
  const signed = readSignedStatement(file, text)
  if (signed.key === expected) return signed
  throw refuse('statement_key_differs', { file, key: signed.key, expected })
}

function parseBounded(file: string, text: string): unknown {
  const accepts = `JSON of at most ${maxStatementFileCharacters} characters and ${maxLevels} levels`
  if (text.length > maxStatementFileCharacters) {
    throw refusedMember(file, 'file', `${text.length} characters`, accepts)
  }
  if (isDeep(text)) throw refusedMember(file, 'file', text, accepts)
  try {
    return JSON.parse(text)
  } catch {
    throw refusedMember(file, 'file', text, accepts)
  }
}

/** Whether a text opens more brackets than a file has. Those in texts do not count. */
function isDeep(text: string): boolean {
  let level = 0
  let isQuoted = false
  for (let place = 0; place < text.length; place++) {
    const sign = text[place]
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === '\\' && isQuoted) place++
    else if (isQuoted) continue
    else if (sign === '[' || sign === '{') level++
    else if (sign === ']' || sign === '}') level--
    if (level > maxLevels) return true
  }
  return false
}

const statementMembers = [
  'number',
  'network',
  'partner',
  'month',
  'currency',
  'issued_at',
  'due_on',
  'shares',
  'corrections',
  'adjustments',
  'net',
  'total',
  'minimum_payout',
  'tax_note',
  'figures',
]
const shareMembers = ['app_id', 'app_name', 'ad_network', 'share', 'impressions', 'gross', 'net']

function readStatement(members: Members): Statement {
  const month = readMonth(members, monthAccepts, () => true)
  const minimum = members.amount('minimum_payout')
  if (minimum < 0n) throw members.refused('minimum_payout', 'an amount that is not below 0')
  const figures = members.object('figures', ['installation', 'entry'])
  const statement: Statement = {
    number: readName(members, 'number', statementBounds.number),
    network: readParty(members, 'network'),
    partner: readParty(members, 'partner'),
    month,
    currency: members.text('currency', 'an ISO 4217 code such as USD', isCurrency),
    issuedAt: parseInstant(members.text('issued_at', issuedAtAccepts, isIssuedAt))! / 1_000,
    dueOn: members.text('due_on', dayAccepts, (text) => parseDay(text) !== null),
    shares: members.list('shares', statementBounds.shares, shareMembers).map(readShare),
    corrections: members
      .list('corrections', statementBounds.corrections, ['month', 'amount'])
      .map((one) => ({
        month: readMonth(one, `${monthAccepts}, before ${month}`, (text) => text < month),
        amountMicros: one.amount('amount'),
      })),
    adjustments: members
      .list('adjustments', statementBounds.adjustments, ['kind', 'amount', 'reason'])
      .map((one) => ({
        kind: readKind(one),
        amountMicros: one.amount('amount'),
        reason: one.words('reason', 1, statementBounds.reason),
      })),
    minimumPayoutMicros: minimum,
    taxNote: members.isNull('tax_note') ? null : readTaxNote(members),
    figures: {
      installation: readName(figures, 'installation', statementBounds.installation),
      entry: figures.wholeNumber('entry'),
    },
  }
  checkSum(members, 'net', netOf(statement), 'the sum of its shares')
  checkSum(members, 'total', totalOf(statement), 'its net, corrections and adjustments')
  return statement
}

const issuedAtAccepts = 'an instant in UTC in whole seconds, such as 2026-04-02T10:00:00Z'

/** Whether an instant is written as a file has it. */
function isIssuedAt(text: string): boolean {
  const epochMs = parseInstant(text)
  return epochMs !== null && epochMs % 1_000 === 0 && formatInstant(epochMs) === text
}

const readMonth = (
  members: Members,
  accepts: string,
  isAccepted: (text: string) => boolean,
): string => members.text('month', accepts, (text) => parseMonth(text) !== null && isAccepted(text))

/** A text of one line. */
const readName = (members: Members, name: string, maxCharacters: number): string =>
  members.text(
    name,
    `1 to ${maxCharacters} characters, without characters that control a terminal or the direction of text`,
    (text) =>
      text !== '' && text.length <= maxCharacters && text.isWellFormed() && isPlainText(text),
  )

function readParty(members: Members, name: 'network' | 'partner'): StatementParty {
  const party = members.object(name, ['account', 'name'])
  return {
    account: readName(party, 'account', statementBounds.account),
    name: party.words('name', 1, statementBounds.partyName),
  }
}

const readShare = (line: Members): Statement['shares'][number] => ({
  appId: line.text('app_id', '1 to 128 characters without spaces or commas', (text) =>
    /^[^\s,\p{Cc}\p{Cs}]{1,128}$/u.test(text),
  ),
  appName: line.words('app_name', 0, statementBounds.appName),
  adNetwork: line.text('ad_network', identifierAccepts, isIdentifier),
  share: line.words('share', 1, statementBounds.share),
  impressions: BigInt(line.wholeNumber('impressions')),
  grossMicros: line.isNull('gross') ? null : line.amount('gross'),
  netMicros: line.amount('net'),
})

const adjustmentKinds = ['adjustment', 'minimum'] as const

const readKind = (line: Members) =>
  line.text('kind', `one of ${adjustmentKinds.join(', ')}`, (text) =>
    (adjustmentKinds as readonly string[]).includes(text),
  ) as (typeof adjustmentKinds)[number]

const readTaxNote = (members: Members): string =>
  members.words('tax_note', 1, statementBounds.taxNote)

function checkSum(members: Members, name: string, expected: bigint, meaning: string): void {
  if (members.amount(name) !== expected) {
    throw members.refused(name, `${formatMicros(expected)}, ${meaning}`)
  }
}
