import { expect, test } from 'vitest'
import { networkOfConnector } from './network-of-connector.ts'

test.each([
  ['admob', 'admob'],
  ['unity-ads', 'unityads'],
  ['digital-turbine', 'digitalturbine'],
  ['google-ad-manager', 'google_ad_manager'],
  ['meta', 'facebook'],
  ['levelplay', 'ironsource'],
])('the connector %s is that of %s', (connector, network) => {
  expect(networkOfConnector(connector)).toBe(network)
})

test('a mediation is not the connection of the network of its owner', () => {
  expect(networkOfConnector('applovin-max')).not.toBe('applovin')
  expect(networkOfConnector('admob-mediation')).not.toBe('admob')
})
