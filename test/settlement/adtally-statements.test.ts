import { describe, expect, test } from 'vitest'
import type { Statement } from '../../src/partners/statement.ts'
import { keyFingerprint } from '../../src/partners/statement-signing.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { listAuditEvents } from '../../src/use-cases/list-audit-events.ts'
import { addStatement } from '../../src/use-cases/money/import-statements.ts'
import { listLines } from '../../src/use-cases/money/list-lines.ts'
import { setTerms } from '../../src/use-cases/money/set-terms.ts'
import { showMoney } from '../../src/use-cases/money/show-money.ts'
import {
  forgetStatementKey,
  listStatementKeys,
  trustStatementKey,
} from '../../src/use-cases/money/statement-keys.ts'
import { undoStatement } from '../../src/use-cases/money/undo-statement.ts'
import { openMoney, sendFile } from '../api/v2-publisher/money-client.ts'
import { shareDashboard } from '../fixtures/dashboard-history.ts'
import {
  acmeSigner,
  issuedFile,
  issuedStatement,
  otherSigner,
} from '../fixtures/issued-statement.ts'
import { shareSite as shareOpened } from '../fixtures/share-site.ts'
import { refusalOf, shareSite } from '../import/import-site.ts'

const february: Partial<Statement> = {
  number: 'acme-studio-2026-02',
  month: '2026-02',
  // The UTC day is the second of March.
  issuedAt: Date.UTC(2026, 2, 2, 23, 30) / 1_000,
  dueOn: '2026-04-30',
}
const january: Partial<Statement> = {
  ...february,
  number: 'acme-studio-2026-01',
  month: '2026-01',
  corrections: [],
}
/** The statement with other amounts. */
const statementOf = (change: Partial<Statement>, signer = acmeSigner) =>
  issuedFile({ ...february, ...change }, signer)
const share = issuedStatement.shares[0]!

describe('a signed statement', () => {
  const site = shareSite()
  const add = (text: string, options: { account?: string; dryRun?: boolean } = {}) =>
    site().call(addStatement, {
      account: 'studio',
      file: { name: 'statement.json', text },
      ...options,
    })
  const trust = (name: string, key: string, network = 'acme') =>
    site().call(trustStatementKey, { username: 'studio', name, key, network })

  test('of a key that nobody trusts is refused with the command to trust it', async () => {
    const refusal = await refusalOf(add(statementOf({})))
    expect(refusal).toMatchObject({
      code: 'statement_key_unknown',
      facts: { username: 'studio', file: 'statement.json', key: acmeSigner.key },
    })
    expect(refusal.message).toContain(keyFingerprint(acmeSigner.key))
    expect(refusal.message).toContain(
      `adtally statements trust studio NAME --key ${acmeSigner.key} --network NETWORK`,
    )
  })

  test('becomes lines of its month and of the months that it corrects', async () => {
    await trust('acme', acmeSigner.key)
    const preview = await add(statementOf({}), { dryRun: true })
    expect(preview.statements).toMatchObject([{ statement: null, waiting: 0, skipped: 0 }])
    const { statements } = await add(statementOf({}))
    expect(statements).toMatchObject([
      { statement: 'S1', source: 'adtally-statement', is_repeated: false, waiting: 0 },
    ])
    const about = {
      network: 'acme',
      currency: 'USD',
      date: '2026-03-02',
      reference: 'acme-studio-2026-02',
    }
    expect(
      statements[0]!.lines.map(({ kind, amount, reason, parts }) => [
        kind,
        amount,
        reason,
        parts[0]!.month,
      ]),
    ).toEqual([
      ['earnings', '1020.5', null, '2026-02'],
      ['adjustment', '2.000001', 'correction in the statement of 2026-02', '2026-01'],
      ['adjustment', '-12.5', '=invalid traffic', '2026-02'],
      ['adjustment', '10', 'guaranteed minimum', '2026-02'],
    ])
    for (const line of statements[0]!.lines) expect(line).toMatchObject(about)
    const { months } = await site().call(showMoney, { username: 'studio' })
    expect(months.filter(({ network }) => network === 'acme')).toMatchObject([
      { month: '2026-01', deducted: '-2.000001' },
      { month: '2026-02', billed: '1020.5', deducted: '2.5' },
    ])
  })

  test('is imported once', async () => {
    const { statements } = await add(statementOf({}))
    expect(statements).toMatchObject([{ statement: 'S1', is_repeated: true }])
    expect(await site().call(listLines, { username: 'studio' })).toHaveLength(4)
  })

  test.each<[what: string, change: Partial<Statement>]>([
    ['another amount', { shares: [] }],
    ['another day', { dueOn: '2026-05-01' }],
  ])('with the same number and %s is refused', async (_what, change) => {
    const refusal = await refusalOf(add(statementOf(change)))
    expect(refusal).toMatchObject({
      code: 'statement_number_taken',
      facts: { file: 'statement.json', number: 'acme-studio-2026-02', statement: 'S1' },
    })
    expect(await site().call(listLines, { username: 'studio' })).toHaveLength(4)
  })

  test('that was changed is refused, although its key is trusted', async () => {
    const text = statementOf({ ...january }).replaceAll('"700"', '"7000"')
    expect(await refusalOf(add(text))).toMatchObject({
      code: 'statement_member_refused',
      facts: {
        member: 'statement.net',
        value: '1020.5',
        accepts: expect.stringMatching(/^7320.5/),
      },
    })
    const renamed = statementOf({ ...january }).replace('Acme Network', 'Other Network')
    expect(await refusalOf(add(renamed))).toMatchObject({ code: 'statement_changed' })
  })

  test('of a later format is refused', async () => {
    const text = statementOf({}).replace('adtally-statement-1', 'adtally-statement-2')
    expect(await refusalOf(add(text))).toMatchObject({
      code: 'statement_format_unknown',
      facts: { format: 'adtally-statement-2' },
    })
  })

  test('may have the same adjustment twice, and its number may be that of another network', async () => {
    await trust('other', otherSigner.key, 'other_network')
    const twice = { kind: 'adjustment', amountMicros: 5_000_000n, reason: 'bonus' } as const
    const text = statementOf(
      { shares: [], corrections: [], adjustments: [twice, twice] },
      otherSigner,
    )
    const { statements } = await add(text)
    expect(statements[0]!.lines).toMatchObject([
      { kind: 'adjustment', amount: '5', network: 'other_network' },
      { kind: 'adjustment', amount: '5', network: 'other_network' },
    ])
    expect((await add(text)).statements).toMatchObject([{ is_repeated: true }])
    await site().call(undoStatement, { username: 'studio', id: statements[0]!.statement! })
  })

  test('below 0 takes back what was billed', async () => {
    const shares = [{ ...share, netMicros: -3_000_000n }]
    const { statements } = await add(
      statementOf({ shares, corrections: [], adjustments: [] }, otherSigner),
    )
    expect(statements[0]!.lines).toMatchObject([
      { kind: 'adjustment', amount: '-3', reason: 'shares below 0' },
    ])
    await site().call(undoStatement, { username: 'studio', id: statements[0]!.statement! })
  })

  test('of nothing makes no lines, and its reasons are lines of text', async () => {
    const nothing = { shares: [], corrections: [{ month: '2026-01', amountMicros: 0n }] }
    const empty = await add(statementOf({ ...nothing, adjustments: [] }, otherSigner))
    expect(empty.statements).toMatchObject([{ lines: [], is_repeated: false }])
    const adjustments = [{ kind: 'adjustment', amountMicros: 1n, reason: 'a\nb' }] as const
    const { statements } = await add(statementOf({ ...nothing, adjustments }, otherSigner))
    expect(statements[0]!.lines).toMatchObject([{ amount: '0.000001', reason: 'a b' }])
  })

  test('is refused for a month that has a bill from elsewhere', async () => {
    const bill = `network,period,kind,amount,currency,date,reference
acme,2026-01,earnings,5,USD,2026-02-01,INV 1
`
    await site().call(addStatement, { account: 'studio', file: { name: 'own.csv', text: bill } })
    const refusal = await refusalOf(add(statementOf(january)))
    expect(refusal.details[0]).toContain('a month that has no earnings of acme yet')
  })

  test.each<[what: string, change: Partial<Statement>, column: string]>([
    ['an amount', { shares: [{ ...share, netMicros: 9_000_000_001_000_000n }] }, 'amount'],
    ['a month', { month: '1999-12', corrections: [] }, 'month'],
    ['a day', { issuedAt: 0 }, 'issued_at'],
  ])('with %s that no line may have is refused', async (_what, change, column) => {
    const text = statementOf({ ...change, number: 'acme-studio-x' })
    expect(await refusalOf(add(text))).toMatchObject({
      code: 'statement_refused',
      facts: { file: 'statement.json', column },
    })
  })

  test('of tomorrow, or in a currency without a rate, is refused as other lines are', async () => {
    const tomorrow = { ...january, number: 'n', issuedAt: Date.UTC(2026, 2, 11) / 1_000 }
    expect((await refusalOf(add(statementOf(tomorrow)))).details[0]).toContain(
      '2026-03-10 at the latest',
    )
    const euros = { ...january, number: 'n', currency: 'EUR', shares: [] }
    expect((await refusalOf(add(statementOf(euros)))).details[0]).toContain('Add rates first')
  })

  test('gives a network that terms can be set of', async () => {
    const terms = { username: 'studio', network: 'acme', from: '2026-01', netDays: 30 }
    expect(await site().call(setTerms, terms)).toMatchObject({ network: 'acme' })
  })
})

describe('trusted keys', () => {
  const site = shareSite()
  const trust = (name: string, key: string, username = 'studio') =>
    site().call(trustStatementKey, { username, name, key, network: 'acme' })

  test('are listed by name, of the account alone, with their fingerprints', async () => {
    await trust('old', otherSigner.key)
    await trust('acme', acmeSigner.key)
    const listed = await site().call(listStatementKeys, { username: 'studio' })
    expect(listed).toMatchObject([
      {
        name: 'acme',
        network: 'acme',
        key: acmeSigner.key,
        fingerprint: keyFingerprint(acmeSigner.key),
        added_by: null,
      },
      { name: 'old' },
    ])
    expect(await site().call(listStatementKeys, { username: 'euros' })).toEqual([])
  })

  test('have a name and a key of their own in the account', async () => {
    expect(
      await refusalOf(trust('acme', 'ed25519:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=')),
    ).toMatchObject({
      code: 'statement_key_name_taken',
    })
    expect(await refusalOf(trust('new', acmeSigner.key))).toMatchObject({
      code: 'statement_key_repeated',
      facts: { username: 'studio', name: 'acme' },
    })
    expect(await trust('acme', acmeSigner.key, 'euros')).toMatchObject({ name: 'acme' })
  })

  test.each(['ed25519:', 'acme', acmeSigner.key.slice(8), `${acmeSigner.key} `])(
    'are no other texts: %j',
    async (key) => {
      expect(await refusalOf(trust('bad', key))).toMatchObject({
        code: 'field_refused',
        facts: { field: 'key' },
      })
    },
  )

  test('are at most 100', async () => {
    const keyOf = (index: number) => `ed25519:${Buffer.alloc(32, index + 1).toString('base64')}`
    for (let index = 0; index < 98; index++) await trust(`key ${index}`, keyOf(index))
    expect(await refusalOf(trust('one more', keyOf(98)))).toMatchObject({
      code: 'too_many_statement_keys',
      facts: { maximum: 100 },
    })
  })

  test('are forgotten, and statements that they sign are refused again', async () => {
    await site().call(forgetStatementKey, { username: 'studio', name: 'acme' })
    const file = { name: 'a.json', text: issuedFile(february) }
    expect(await refusalOf(site().call(addStatement, { account: 'studio', file }))).toMatchObject({
      code: 'statement_key_unknown',
    })
    const again = site().call(forgetStatementKey, { username: 'studio', name: 'acme' })
    expect(await refusalOf(again)).toMatchObject({
      code: 'unknown_statement_key',
      facts: { username: 'studio', name: 'acme' },
    })
  })

  test('are in the audit log', async () => {
    const events = await site().call(listAuditEvents, { account: 'studio', limit: 100 })
    const facts = { name: 'acme', network: 'acme', key: acmeSigner.key }
    for (const action of ['statement_key_trusted', 'statement_key_distrusted']) {
      expect(events).toContainEqual(expect.objectContaining({ action, facts }))
    }
  })

  test('go with their account', async () => {
    expect(await site().call(deleteAccount, { username: 'studio' })).toMatchObject({
      deleted: true,
    })
    expect(await site().call(listStatementKeys, { username: 'euros' })).toHaveLength(1)
  })
})

describe('the dashboard', () => {
  const { studio, euros } = shareDashboard()
  const key = { name: 'acme', key: acmeSigner.key, network: 'acme' }

  test('trusts a key, imports a statement, and forgets the key', async () => {
    const trusted = await studio().post('/money/keys/trust', key)
    expect([trusted.statusCode, trusted.json()]).toMatchObject([
      200,
      { ...key, account: 'studio', added_by: 'studio' },
    ])
    expect((await studio().get('/money/keys')).json()).toMatchObject({ keys: [key] })
    expect((await euros().get('/money/keys')).json()).toMatchObject({ keys: [] })
    const file = { name: 'february.json', text: issuedFile(february) }
    const added = await studio().post('/money/statements/add', { file })
    expect(added.json()).toMatchObject({ statements: [{ statement: 'S1', waiting: 0 }] })
    const forgotten = await studio().post('/money/keys/forget', { name: 'acme' })
    expect([forgotten.statusCode, forgotten.json()]).toMatchObject([200, key])
    expect((await studio().get('/money/keys')).json()).toMatchObject({ keys: [] })
  })

  test('names a key that is not known, without a command', async () => {
    const file = { name: 'february.json', text: issuedFile(february) }
    const refused = await euros().post('/money/statements/add', { file })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'refused'])
    expect(refused.json().detail).toContain(acmeSigner.key)
    expect(refused.json().detail).not.toContain('adtally statements')
  })

  test('refuses a text that is no key', async () => {
    const refused = await studio().post('/money/keys/trust', { ...key, key: 'acme' })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { code: 'bad_parameters', errors: [{ parameter: 'key' }] },
    ])
  })
})

describe('a program', () => {
  const site = shareOpened(openMoney)

  test('imports a statement once its key is trusted', async () => {
    const send = await site.keyOf('studio')
    const sent = () => sendFile(send, issuedFile(february), {}, 'application/json')
    const refused = await sent()
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      {
        code: 'refused',
        refusal: {
          code: 'statement_key_unknown',
          places: [{ file: 'upload.json', line: null }],
        },
      },
    ])
    const key = { name: 'acme', key: acmeSigner.key, network: 'acme' }
    await site.installation.call(trustStatementKey, { username: 'studio', ...key })
    const imported = await sent()
    expect([imported.statusCode, imported.json().data]).toMatchObject([
      201,
      { source: 'adtally-statement', statement: 'S1', is_repeated: false },
    ])
    expect((await sent()).statusCode).toBe(200)
  })
})
