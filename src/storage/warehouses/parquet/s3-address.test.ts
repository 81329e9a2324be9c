import { expect, test } from 'vitest'
import { WarehouseError } from '../../../warehouse/warehouse.ts'
import { readS3Address } from './s3-address.ts'

test('an address is read with its usual options', () => {
  expect(readS3Address('s3://KEY:a/b+c=@s3.example.com/ads/lake/')).toMatchObject({
    base: new URL('https://s3.example.com/ads/lake/'),
    bucketUrl: new URL('https://s3.example.com/ads/'),
    prefix: 'lake/',
    hostname: 's3.example.com',
    isEncrypted: true,
    region: 'us-east-1',
    accessKeyId: 'KEY',
    secretAccessKey: 'a/b+c=',
    target: 's3.example.com/ads/lake',
  })
})

test('an address is read with options, a port, without a folder, and with an encoded secret', () => {
  const given = 's3://KEY:a%2Fb%40c@minio.internal:9000/ads?region=eu-1&style=virtual&tls=off'
  expect(readS3Address(given)).toMatchObject({
    base: new URL('http://ads.minio.internal:9000/'),
    prefix: '',
    isEncrypted: false,
    region: 'eu-1',
    secretAccessKey: 'a/b@c',
    target: 'minio.internal:9000/ads',
  })
  expect(readS3Address('s3://K:S@[::1]:9000/ads/a/b').base.href).toBe('https://[::1]:9000/ads/a/b/')
  expect(readS3Address('s3://K:S@127.1/ads').hostname).toBe('127.0.0.1')
})

test.each([
  's3://host/ads/lake',
  's3://KEY@host/ads',
  's3://KEY:hidden@host',
  's3://KEY:hidden@host/ads/../other',
  's3://KEY:hidden@host/ads//lake',
  's3://KEY:hidden@host/ads/lake#x',
  's3://KEY:hidden@host/ads?region=eu 1',
  's3://KEY:hidden@host/ads?style=other',
  's3://KEY:hidden@host/ads?tls=no',
  's3://KEY:hidden@host/ads?endpoint=x',
  's3://KEY:hidden%zz@host/ads',
  's3://KEY:hidden@host:99999/ads',
  's3://KEY:hid den@host/ads',
  'https://KEY:hidden@host/ads',
  `s3://KEY:hidden@host/ads/${'a'.repeat(101)}`,
])('%s is refused, without any part of it', (address) => {
  const read = () => readS3Address(address)
  expect(read).toThrow(WarehouseError)
  expect(read).toThrow(/^must be s3:\/\/KEY:SECRET@host\/bucket\/folder\?region=REGION/)
  expect(read).not.toThrow(/hidden/)
})
