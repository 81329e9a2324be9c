import { describe, expect, test } from 'vitest'
import { faultOf, openNetworks, url } from './networks-on-loopback.ts'

const asked = {
  url,
  headers: { authorization: 'Bearer t', 'content-type': 'text/plain', accept: 'text/csv' },
}

/** Answers `/api.network.example/report` with a redirect, and everything else with its path. */
const redirecting = (status: number, location: string) =>
  openNetworks((seen, response) => {
    if (seen.url.startsWith('/api.network.example/report')) {
      response.writeHead(status, { location }).end('moved')
    } else response.end(seen.url)
  })

describe.each([301, 302, 303, 307, 308])('status %i', (status) => {
  test('leads to another address of the host, which gets the headers', async () => {
    const { seen, call } = await redirecting(status, '/later?x=1')
    expect((await call(asked)).text).toBe('/api.network.example/later?x=1')
    expect(seen[1]!.headers.authorization).toBe('Bearer t')
  })

  test('leads to another declared host, which is told what is accepted and nothing else', async () => {
    const { seen, call } = await redirecting(status, 'https://files.network.example/signed?x=1')
    expect((await call(asked)).text).toBe('/files.network.example/signed?x=1')
    const { authorization, accept } = seen[1]!.headers
    expect({ authorization, accept }).toEqual({ authorization: undefined, accept: 'text/csv' })
  })

  test('is followed with what was posted only as browsers do', async () => {
    const { seen, call } = await redirecting(status, '/later')
    await call({ ...asked, method: 'POST', body: 'a question' })
    const { method, body, headers } = seen[1]!
    expect({ method, body, type: headers['content-type'] }).toEqual(
      status < 307
        ? { method: 'GET', body: '', type: undefined }
        : { method: 'POST', body: 'a question', type: 'text/plain' },
    )
  })

  test('gives nothing that was posted to another host', async () => {
    const { seen, call } = await redirecting(status, 'https://files.network.example/')
    await call({ ...asked, method: 'POST', body: 'a secret' })
    expect(seen[1]!.body).toBe('')
  })
})

describe('a network that redirects anywhere', () => {
  const anywhere = { ...asked, redirectsAnywhere: true }

  test('is followed to a host that nobody declared, without credentials', async () => {
    const { seen, call } = await redirecting(302, 'https://signed.example/report?signature=x')
    expect((await call(anywhere)).text).toBe('/signed.example/report?signature=x')
    expect(seen[1]!.headers.authorization).toBeUndefined()
  })

  test.each([
    ['http://signed.example/', 'an address without https'],
    ['https://10.0.0.1/', 'a private address'],
    ['https://signed.example:8443/', 'another port than 443'],
  ])('is not followed to %s', async (location, why) => {
    const { seen, call } = await redirecting(302, location)
    expect((await faultOf(call(anywhere))).message).toContain(why)
    expect(seen.length).toBe(1)
  })
})

describe('a redirect is refused', () => {
  test.each<[why: string, location: string, message: string]>([
    [
      'to a foreign host',
      'https://evil.example/x',
      "redirected from api.network.example to a host that is not the network's (evil.example)",
    ],
    [
      'to an address without https',
      'http://api.network.example/later',
      'redirected from api.network.example to an address without https (api.network.example)',
    ],
    [
      'to a private address',
      'https://169.254.169.254/latest/meta-data',
      'redirected from api.network.example to a private address (169.254.169.254)',
    ],
    [
      'to another port',
      'https://api.network.example:22/',
      'redirected from api.network.example to another port than 443 (api.network.example)',
    ],
  ])('%s', async (_why, location, message) => {
    const { seen, call } = await redirecting(302, location)
    expect(await faultOf(call(asked))).toEqual({
      kind: 'request-refused',
      message,
      cause: undefined,
    })
    expect(seen.length).toBe(1)
  })
})

test('five redirects are followed, and no more', async () => {
  const { seen, call } = await openNetworks((request, response) => {
    const left = Number(/left=(\d+)/.exec(request.url)?.[1])
    if (left === 0) response.end('there')
    else response.writeHead(302, { location: `/?left=${left - 1}` }).end()
  })
  const at = (left: number) => call({ url: `https://api.network.example/?left=${left}` })
  expect((await at(5)).text).toBe('there')
  seen.splice(0)
  expect(await faultOf(at(1_000))).toEqual({
    kind: 'request-refused',
    cause: undefined,
    message: 'redirected more than 5 times (api.network.example)',
  })
  expect(seen.length).toBe(6)
})

test('a redirect that leads nowhere is an answer', async () => {
  const { call } = await openNetworks((_seen, response) => response.writeHead(302).end('nowhere'))
  expect(await call({ url })).toMatchObject({ status: 302, text: 'nowhere' })
})
