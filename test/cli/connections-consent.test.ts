import { createServer } from 'node:http'
import { PassThrough, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { adtally as runCommand } from '../../src/cli/adtally.ts'
import { FakeGoogle } from '../fixtures/fake-google.ts'
import { listen } from '../network-calls/networks-on-loopback.ts'
import { adtally } from './run-adtally.ts'
import { newStudio } from './studio.ts'

const callback = 'https://ads.studio.example/dashboard/connections/consent'

/** Google on loopback, with one AdMob account that has no figures. */
async function openGoogle() {
  const google = new FakeGoogle()
  google.redirectUris.add(callback)
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    const reply = google.answer({ method: request.method!, url: request.url!, body })
    if (reply) response.writeHead(reply.status, reply.headers).end(reply.body)
    else {
      const account = { name: 'accounts/pub-1', publisherId: 'pub-1', currencyCode: 'USD' }
      const isList = request.url === '/admob.googleapis.com/v1/accounts'
      const header = { localizationSettings: { currencyCode: 'USD' } }
      const report = [{ header }, { footer: { matchingRowCount: '0' } }]
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(isList ? { account: [account] } : report))
    }
  })
  const port = await listen(server)
  return { google, at: `http://127.0.0.1:${port}` }
}

test('an owner consents in any browser, and pastes the address that it ended at', async () => {
  const { google, at } = await openGoogle()
  const options = await studioWith(google, at)
  const stdin = new PassThrough()
  const shown = { stdout: '', stderr: '' }
  const collect = (name: keyof typeof shown) =>
    new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        shown[name] += text
        const [url] = /https:\/\/accounts\.google\.com\S+/.exec(shown.stdout) ?? []
        if (url && !stdin.writableEnded) stdin.end(`${google.visit(url)}\n`)
        done()
      },
    })
  const code = await runCommand(['connections', 'consent', 'studio', 'admob'], {
    ...options,
    stdin,
    stdout: collect('stdout'),
    stderr: collect('stderr'),
    stopSignal: () => new AbortController().signal,
  })
  expect({ code, ...shown }).toMatchObject({ code: 0 })
  expect(shown.stdout).toContain(`must list this redirect address: ${callback}\n`)
  expect(shown.stdout).toContain('admob of studio: AdMob network report, network, active')
  expect(shown.stdout).toMatch(/AdMob network report answers\. It has no figures of /)
  const [refreshToken] = google.refreshTokens.keys()
  const all = shown.stdout + shown.stderr
  for (const secret of [refreshToken!, google.client.secret]) expect(all).not.toContain(secret)
})

test('an address of another consent is explained, and nothing is stored', async () => {
  const { google, at } = await openGoogle()
  const options = await studioWith(google, at)
  const consent = ['connections', 'consent', 'studio', 'admob']
  const pasted = await adtally(consent, { ...options, input: `${callback}?state=a&code=b\n` })
  expect(pasted.code).toBe(1)
  expect(pasted.stderr).toContain('The address is of another consent, or not whole')
  const nothing = await adtally(consent, options)
  expect(nothing.stderr).toContain('no address was given, so nothing was changed')
  const listed = await adtally(['connections', 'list', 'studio'], options)
  expect(listed.stdout).toContain('Begin: adtally connections consent studio admob')
  expect([...google.refreshTokens]).toEqual([])
})

/** A studio that connected AdMob, and whose owner has not consented yet. */
async function studioWith(google: FakeGoogle, at: string) {
  const { options } = await newStudio()
  const env = {
    ...options.env,
    ADTALLY_BASE_URL: 'https://ads.studio.example/',
    ADTALLY_NETWORKS_AT: at,
    ADTALLY_ADMOB_CLIENT_ID: google.client.id,
    ADTALLY_ADMOB_CLIENT_SECRET: google.client.secret,
  }
  const own = { ...options, env }
  const added = await adtally(['connections', 'add', 'admob', 'studio', '--from-env'], own)
  expect(added).toMatchObject({ code: 0 })
  expect(added.stdout).toContain('adtally connections consent studio admob')
  return own
}
