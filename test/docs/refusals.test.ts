import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wordForCli } from '../../src/cli/word-for-cli.ts'
import { dashboardVocabulary } from '../../src/http/dashboard/vocabulary.ts'
import { Refusal } from '../../src/values/refusal.ts'
import { catalogue, wordRefusal } from '../../src/wording/word-refusal.ts'
import { refusalSamples } from './refusal-samples.ts'

const page = join(import.meta.dirname, '../../docs/refusals.md')

const introduction = `# Refusals

When Adtally refuses a command or an import, it changes nothing. It prints what is wrong, and what to
do next:

\`\`\`
adtally: report.csv: The report has no day column. Add \`--day YYYY-MM-DD\`
\`\`\`

Every refusal has a code, which is stable, and facts. The command line and the dashboard turn them
into the sentences below; the dashboard names no options and no commands. Refusals of the HTTP
interfaces have [codes of their own](api/errors.md).

A test writes this page from the catalogue in \`src/wording/\`. After a change, write it again with
\`npx vitest run test/docs/refusals.test.ts -u\`.

| code | sentence, with facts of an example |
| ---- | ---------------------------------- |
`

const refusals = Object.entries(refusalSamples).map(
  ([code, facts]) => new Refusal(code, facts as object),
)

/** Text in a cell of a Markdown table. */
const cellOf = (lines: readonly string[]) =>
  lines.map((line) => line.trim().replaceAll('|', '\\|').replaceAll('<', '&lt;')).join('<br>')

test('the page of refusals shows every code with its sentence', async () => {
  expect(Object.keys(refusalSamples).sort()).toEqual(Object.keys(catalogue).sort())
  const rows = refusals.map((refusal) => {
    const { message, details } = wordForCli(refusal)
    return `| \`${refusal.code}\` | ${cellOf([message, ...details])} |\n`
  })
  await expect(introduction + rows.join('')).toMatchFileSnapshot(page)
})

test.each(refusals.map((refusal) => [refusal.code, refusal] as const))(
  '%s is a sentence on the command line and in the dashboard',
  (_code, refusal) => {
    // A server sends facts to a command as JSON.
    const facts = JSON.parse(JSON.stringify(refusal.facts))
    const sentences = [
      wordForCli(new Refusal(refusal.code, facts)),
      wordRefusal(refusal, dashboardVocabulary),
    ]
    for (const { message, details } of sentences) {
      for (const line of [message, ...details]) {
        expect(line).toMatch(/\S/)
        expect(line).not.toMatch(/undefined|\[object|NaN|\bnull\b|[\r\n]|\.\.|\.$/)
      }
      expect(message).toMatch(/^(\S+: )?["A-Z0-9-]|^[\w.-]+:\d+: /)
    }
    const [, forDashboard] = sentences
    const shown = [forDashboard!.message, ...forDashboard!.details].join('\n')
    expect(shown).not.toMatch(/(^|[\s`])--[a-z]|\badtally (accounts|apps|imports?) /)
    expect(shown).not.toContain('data/rejects')
    // Forms have labels, and show no names of fields and no numbers of views and notes.
    expect(shown).not.toMatch(/\b([Tt]he|field) [a-z]+[A-Z]|\b(view|note) \d/)
  },
)
