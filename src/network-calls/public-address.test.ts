import type { LookupAddress } from 'node:dns'
import { describe, expect, test } from 'vitest'
import { isPublicAddress, type LookUp, publicLookup } from './public-address.ts'

describe('addresses', () => {
  test.each(['8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test.each([
    ...['127.0.0.1', '127.255.0.1', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '100.100.100.200', '192.0.0.192', '198.18.0.1'],
    ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '192.0.2.1', '168.63.129.16'],
    ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '64:ff9b::10.0.0.1'],
    ...['64:ff9b:1::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'fd00:ec2::254', 'ff02::1'],
    ...['2001:db8::1', '2002:7f00:1::', '2001:0:1::', '4000::1', 'localhost', ''],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('a lookup', () => {
  const gives =
    (...addresses: string[]): LookUp =>
    (_name, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
  const look = (lookup: LookUp, all: boolean) =>
    new Promise<string | LookupAddress[]>((resolve, reject) => {
      publicLookup(lookup)('api.network.example', { all }, (error, found) =>
        error ? reject(error) : resolve(found),
      )
    })

  test('gives the public addresses of a name, or the first', async () => {
    const both = gives('8.8.8.8', '2606:4700::1')
    expect(await look(both, false)).toBe('8.8.8.8')
    expect(await look(both, true)).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ])
  })

  test('refuses a name with any private address', async () => {
    for (const all of [true, false]) {
      for (const found of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['8.8.8.8', '::1']]) {
        await expect(look(gives(...found), all)).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' })
      }
    }
  })

  test('checks every time, so a name that changes gains nothing', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']]
    const changing: LookUp = (name, options, done) =>
      gives(...answers.shift()!)(name, options, done)
    expect(await look(changing, false)).toBe('8.8.8.8')
    await expect(look(changing, false)).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' })
  })

  test('passes on that a name is unknown', async () => {
    const unknown: LookUp = (_name, _options, done) =>
      done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), [])
    await expect(look(unknown, true)).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(look(gives(), true)).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})
