import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { statementCsv } from '../../src/partners/statement-csv.ts'
import { statementHtml } from '../../src/partners/statement-html.ts'
import { readSignedStatement } from '../../src/partners/statement-reader.ts'
import { keyFingerprint } from '../../src/partners/statement-signing.ts'
import { acmeSigner, issuedFile, issuedStatement } from '../fixtures/issued-statement.ts'

const mark = { name: 'Acme', logo: null, accent: null, showsPoweredBy: true }
const page = (change: Parameters<typeof issuedFile>[0] = {}, look: Partial<typeof shown> = {}) =>
  statementHtml(readSignedStatement('a.json', issuedFile(change)), { ...mark, ...look })
const shown: Parameters<typeof statementHtml>[1] = mark

describe('the CSV of a statement', () => {
  test('has a line for each of its lines, and its total', () => {
    expect(statementCsv(issuedStatement).split('\r\n')).toEqual([
      'number,month,kind,app_id,app_name,ad_network,share,impressions,gross,amount,currency,reason',
      'acme-studio-2026-03,2026-03,share,hop-ios,"Hop ""Ä""",admob,70 %,500000,1000,700,USD,',
      'acme-studio-2026-03,2026-03,share,hop-ios,"Hop ""Ä""",unityads,"70 %, eCPM at least 2.5",128200,,320.5,USD,',
      'acme-studio-2026-03,2026-01,correction,,,,,,,2.000001,USD,',
      "acme-studio-2026-03,2026-03,adjustment,,,,,,,-12.5,USD,'=invalid traffic",
      'acme-studio-2026-03,2026-03,minimum,,,,,,,10,USD,guaranteed minimum',
      'acme-studio-2026-03,2026-03,total,,,,,,,1020.000001,USD,',
      '',
    ])
  })

  test('is only the total when there was nothing', () => {
    const empty = { ...issuedStatement, shares: [], corrections: [], adjustments: [] }
    expect(statementCsv(empty).split('\r\n')[1]).toBe(
      'acme-studio-2026-03,2026-03,total,,,,,,,0,USD,',
    )
  })
})

describe('the page of a statement', () => {
  test('shows its amounts, its parties and its proof', () => {
    const text = page()
    for (const part of [
      '<h1>Statement acme-studio-2026-03</h1>',
      'Studio &lt;One&gt; &amp; Söhne',
      'Hop &quot;Ä&quot;',
      '<td class="number">700.00</td>',
      '<td class="number">320.50</td>',
      '<td class="number">not shown</td>',
      '<th scope="row">Correction</th><td dir="auto">2026-01</td><td class="number">2.000001</td>',
      '<th scope="row">Minimum</th>',
      '<strong>1,020.000001 USD</strong>',
      '<td class="number">500,000</td>',
      'Balances below 100.00 USD wait.',
      'VAT: reverse charge.',
      'entry 41 of Xk3-installation',
      JSON.parse(issuedFile()).sha256,
      JSON.parse(issuedFile()).key,
      keyFingerprint(acmeSigner.key),
      'Issued with Adtally',
    ]) {
      expect(text).toContain(part)
    }
  })

  test('has one group of rows for each app', () => {
    expect(page().match(/scope="rowgroup"/g)).toHaveLength(1)
  })

  test('loads nothing, and runs nothing', () => {
    const text = page({}, { logo: 'data:image/png;base64,AAAA' })
    expect(text).not.toMatch(/<script|<link|https?:|url\(/)
    expect(text.match(/ src="[^"]*"/g)).toEqual([' src="data:image/png;base64,AAAA"'])
    expect(text).toContain(`content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"`)
  })

  test('has the colour of the network, and no name of Adtally where it is turned off', () => {
    const text = page({}, { accent: '#0B57D0', showsPoweredBy: false })
    expect(text).toContain('4px solid #0B57D0')
    expect(text).not.toContain('Adtally')
  })

  test('leaves out the gross of all where it is not shown', () => {
    const shares = issuedStatement.shares.map((line) => ({ ...line, grossMicros: null }))
    expect(page({ shares })).not.toMatch(/Gross|not shown/)
  })

  test('of a month without shares says so', () => {
    expect(page({ shares: [], taxNote: null })).toContain('<p>No shares in this month.</p>')
  })

  test.each([
    { logo: 'https://example.com/a.png' },
    { logo: 'data:text/html,<b>' },
    { accent: 'red;}' },
    { accent: '#12345' },
  ])('is not written with %j', (look) => {
    expect(() => page({}, look)).toThrow(TypeError)
  })
})

test('the documents are the same in each zone and language of the machine', async () => {
  const folder = JSON.stringify(`${import.meta.dirname}/`)
  const program = `
    const { issuedFile, issuedStatement } = await import(${folder} + '../fixtures/issued-statement.ts')
    const { statementCsv } = await import(${folder} + '../../src/partners/statement-csv.ts')
    const { statementHtml } = await import(${folder} + '../../src/partners/statement-html.ts')
    const { readSignedStatement } = await import(${folder} + '../../src/partners/statement-reader.ts')
    const file = issuedFile()
    const mark = ${JSON.stringify(mark)}
    const page = statementHtml(readSignedStatement('a.json', file), mark)
    const locale = Intl.DateTimeFormat().resolvedOptions()
    console.log(JSON.stringify({ zone: locale.timeZone, texts: [file, statementCsv(issuedStatement), page] }))`
  const run = async (zone: string, language: string) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { env: { PATH: process.env.PATH, TZ: zone, LANG: language, LC_ALL: language } },
    )
    return JSON.parse(stdout) as { zone: string; texts: string[] }
  }
  const kiribati = await run('Pacific/Kiritimati', 'tr_TR.UTF-8')
  const samoa = await run('Pacific/Pago_Pago', 'ar_EG.UTF-8')
  expect([kiribati.zone, samoa.zone]).toEqual(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])
  expect(kiribati.texts).toEqual([issuedFile(), statementCsv(issuedStatement), page()])
  expect(samoa.texts).toEqual(kiribati.texts)
})
