import { describe, expect, test } from 'vitest'
import { readNetworkCalls } from './network-calls.ts'
import { ConfigError } from './settings.ts'

test('by default networks are asked at their public addresses, without a proxy', () => {
  const usual = { at: null, allowPrivate: false, proxy: null, noProxy: '', fetchesRates: true }
  expect(readNetworkCalls({})).toEqual(usual)
  expect(readNetworkCalls({ ADTALLY_NETWORKS_AT: '', HTTPS_PROXY: '' })).toEqual(usual)
})

test('rates are not fetched if the operator says so', () => {
  expect(readNetworkCalls({ ADTALLY_ECB_RATES: 'off' }).fetchesRates).toBe(false)
})

test('tests and demos have all networks at one address', () => {
  const at = (url: string) => readNetworkCalls({ ADTALLY_NETWORKS_AT: url }).at
  expect(at('http://127.0.0.1:9000')).toBe('http://127.0.0.1:9000')
  expect(at('https://fakes.example/networks/')).toBe('https://fakes.example/networks')
})

test('private addresses can be allowed', () => {
  const allowed = (text: string) =>
    readNetworkCalls({ ADTALLY_NETWORKS_PRIVATE: text }).allowPrivate
  expect([allowed('allow'), allowed('refuse')]).toEqual([true, false])
})

test('the proxy is in the usual variables, of which the lower case ones count first', () => {
  const env = { HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: '.example.com' }
  expect(readNetworkCalls(env)).toMatchObject({
    proxy: 'http://proxy.example:3128',
    noProxy: '.example.com',
  })
  const lower = { ...env, https_proxy: 'https://other.example', no_proxy: '' }
  expect(readNetworkCalls(lower)).toMatchObject({ proxy: 'https://other.example', noProxy: '' })
  // A proxy for http has nothing to do with networks.
  expect(readNetworkCalls({ HTTP_PROXY: 'http://proxy.example' }).proxy).toBe(null)
})

describe('a setting that cannot be used is refused by its name', () => {
  test.each<[name: string, value: string]>([
    ['ADTALLY_NETWORKS_AT', '127.0.0.1:9000'],
    ['ADTALLY_NETWORKS_AT', 'ftp://127.0.0.1'],
    ['ADTALLY_NETWORKS_AT', 'http://127.0.0.1/?to='],
    ['ADTALLY_NETWORKS_PRIVATE', 'yes'],
    ['HTTPS_PROXY', 'socks5://user:hunter2@proxy.example'],
    ['HTTPS_PROXY', 'user:hunter2@proxy.example'],
  ])('%s: %s', (name, value) => {
    const read = () => readNetworkCalls({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(name)
    expect(read).not.toThrow('hunter2')
  })
})
