import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { openDemoSite } from '../../fixtures/demo-site.ts'

/** The findings of redocly in a document, with its recommended rules. */
async function findings(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(document)
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return found.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)
}

test('redocly finds nothing in the document, and finds a planted fault', async () => {
  const demo = await openDemoSite()
  const document = (await demo.ask('/openapi.json')).json()
  await demo.close()
  expect(await findings(document)).toEqual([])
  const { title: _, ...untitled } = document.info
  expect((await findings({ ...document, info: untitled })).join()).toContain('error')
})
