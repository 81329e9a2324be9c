import { describe, expect, test } from 'vitest'
import type { NetworkFault } from '../sources/connector.ts'
import { checkUrl, isDeclared } from './check-url.ts'

const hosts = ['api.network.example', '*.files.example', '10.0.0.7', '[fd00::7]']
const rules = { allowPrivate: false }
const faultOf = (url: string, base?: URL) => {
  try {
    checkUrl(url, hosts, base ? { ...rules, base } : rules)
  } catch (error) {
    return (error as NetworkFault).fault
  }
  return null
}

describe('a host is declared', () => {
  test.each(['api.network.example', 'a.files.example', 'a.b.files.example'])('%s', (host) => {
    expect(isDeclared(host, hosts)).toBe(true)
  })
})

describe('a host is not declared', () => {
  test.each([
    ...['network.example', 'x.api.network.example', 'api.network.example.evil.example'],
    ...['files.example', '.files.example', 'evilfiles.example', 'api.network.example.', ''],
  ])('%s', (host) => {
    expect(isDeclared(host, hosts)).toBe(false)
  })
})

test('an address of a declared host may be asked', () => {
  const url = 'https://API.network.example:443/report?day=2026-11-01'
  expect(checkUrl(url, hosts, rules).href).toBe('https://api.network.example/report?day=2026-11-01')
})

test('a private address may be asked if the operator allows it', () => {
  const url = checkUrl('https://10.0.0.7/report', hosts, { allowPrivate: true })
  expect(url.hostname).toBe('10.0.0.7')
})

describe('an address is refused, and only its host is told', () => {
  test.each<[url: string, why: string]>([
    ['http://api.network.example/secret', 'without https (api.network.example)'],
    ['ftp://api.network.example/secret', 'without https (api.network.example)'],
    ['https://api.network.example:8443/secret', 'another port than 443'],
    ['https://user:secret@api.network.example/', 'with a password'],
    ['https://evil.example/secret', "not the network's (evil.example)"],
    ['https://10.0.0.7/secret', 'a private address (10.0.0.7)'],
    ['https://0x0a000007/secret', 'a private address (10.0.0.7)'],
    ['https://[fd00::7]/secret', 'a private address ([fd00::7])'],
    ['secret', 'an invalid address'],
  ])('%s', (url, why) => {
    const fault = faultOf(url)
    expect(fault).toMatchObject({ kind: 'request-refused' })
    expect(fault!.message).toContain(why)
    expect(fault!.message).not.toContain('secret')
  })
})

test('a redirect may be relative, and says where it came from', () => {
  const base = new URL('https://api.network.example/a/b?secret')
  expect(checkUrl('c?d', hosts, { ...rules, base }).href).toBe('https://api.network.example/a/c?d')
  expect(faultOf('http://api.network.example/', base)?.message).toBe(
    'redirected from api.network.example to an address without https (api.network.example)',
  )
  expect(faultOf('//evil.example/', base)?.message).toBe(
    "redirected from api.network.example to a host that is not the network's (evil.example)",
  )
})
