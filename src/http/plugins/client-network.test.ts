import { expect, test } from 'vitest'
import { clientNetwork } from './client-network.ts'

test('a connection that was reset has no network', () => {
  expect(clientNetwork(undefined)).toBeNull()
})
