import { expect, test } from 'vitest'
import { wordForCli } from '../../src/cli/word-for-cli.ts'
import { dashboardVocabulary } from '../../src/http/dashboard/vocabulary.ts'
import { Refusal } from '../../src/values/refusal.ts'
import { catalogue, wordRefusal } from '../../src/wording/word-refusal.ts'
import { refusalSamples } from './refusal-samples.ts'

const refusals = Object.entries(refusalSamples).map(
  ([code, facts]) => new Refusal(code, facts as object),
)

test('every code has an example', () => {
  expect(Object.keys(refusalSamples).sort()).toEqual(Object.keys(catalogue).sort())
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
