import { expect, test } from 'vitest'
import { showSigningKey } from '../../src/use-cases/partners/signing-key.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite } from '../import/import-site.ts'
import { network } from './partner-site.ts'

const site = renewSite(openSite)

test('the first key is the same for all who ask at once', async () => {
  const show = () => site.call(showSigningKey, { account: network })
  const shown = await Promise.all(Array.from({ length: 8 }, show))
  const keys = new Set([...shown, await show()].map(({ key }) => key))
  expect([...keys]).toHaveLength(1)
})
