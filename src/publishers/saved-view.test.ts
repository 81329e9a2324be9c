import { expect, test } from 'vitest'
import { isViewAddress, maxAddressCharacters } from './saved-view.ts'

test.each([
  '/dashboard',
  '/dashboard?range=7d&network=admob,applovin',
  '/dashboard/apps/old%2Bapp%261%2F%C3%A4?by=country',
  '/dashboard/apps/..hop?from=2026-03-01&to=2026-03-31',
  `/dashboard?app=${'a'.repeat(maxAddressCharacters - 15)}`,
])('%s is the address of a page', (address) => {
  expect(isViewAddress(address)).toBe(true)
})

test.each([
  ...[
    '',
    'dashboard',
    '/dashboards',
    '/dashboardx?range=7d',
    '/api/v2/publisher/report',
    '//evil.example',
  ],
  ...[
    'https://evil.example/dashboard',
    'javascript:alert(1)',
    '/dashboard\n',
    '/dashboard?a=\u202eb',
  ],
  ...[
    '/dashboard/../api',
    '/dashboard/apps/%2E./x',
    '/dashboard\\evil',
    '/dashboard#main',
    '/dashboard?a b',
  ],
  ...['/dashboard/api/keys/reveal', '/dashboard/assets/x.js', '/dashboard/invitation/secret'],
  ...[
    '/dashboard/connections/consent?code=secret',
    '/dashboard/shared/secret',
    '/dashboard/nowhere',
  ],
  `/dashboard?app=${'a'.repeat(maxAddressCharacters - 14)}`,
])('%j is not the address of a page', (address) => {
  expect(isViewAddress(address)).toBe(false)
})
