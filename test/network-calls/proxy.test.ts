import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { faultOf, listen, openCalls, secret, url } from './networks-on-loopback.ts'

const folder = mkdtempSync(join(tmpdir(), 'adtally-proxy-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
execFileSync(
  'openssl',
  [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-subj', '/CN=api.network.example', '-addext', 'subjectAltName=DNS:api.network.example'],
    ...['-days', '2', '-keyout', keyFile, '-out', certFile],
  ],
  { stdio: 'ignore' },
)
const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')]

/** A network with TLS, behind a proxy that leads every name to it. */
async function openProxied(status = 200) {
  const network = createServer({ key, cert }, (request, response) => {
    response.end(`${request.headers.host}${request.url}`)
  })
  const port = await listen(network)
  const tunnels: string[] = []
  const proxy = createHttpServer().on('connect', (request, socket) => {
    tunnels.push(`${request.url} ${request.headers['proxy-authorization']}`)
    socket.on('error', () => undefined)
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    return onward.on('error', () => socket.destroy())
  })
  return { tunnels, proxy: `http://user:${secret}@127.0.0.1:${await listen(proxy)}` }
}

const at = (what: string) => ({
  kind: 'try-later',
  message: `could not be reached (${what}; a proxy is set)`,
  cause: undefined,
})

test('a proxy is asked for a tunnel, through which TLS reaches the network', async () => {
  const { tunnels, proxy } = await openProxied()
  const { text } = await openCalls({ proxy, trusted: cert })({ url })
  expect(text).toBe(`api.network.example/report?key=${secret}`)
  const login = Buffer.from(`user:${secret}`).toString('base64')
  expect(tunnels).toEqual([`api.network.example:443 Basic ${login}`])
})

test('a certificate has to be trusted, and of the host', async () => {
  const { proxy } = await openProxied()
  expect(await faultOf(openCalls({ proxy })({ url }))).toEqual(
    at('api.network.example: its certificate is not trusted'),
  )
  const call = openCalls({ proxy, trusted: cert })
  expect(await faultOf(call({ url: 'https://files.network.example/' }))).toEqual(
    at('files.network.example: its certificate is not trusted'),
  )
})

test.each([403, 407, 502])('a proxy that answers %i', async (status) => {
  const { proxy } = await openProxied(status)
  expect(await faultOf(openCalls({ proxy })({ url }))).toEqual(
    at('api.network.example: the proxy refused'),
  )
})

test('a proxy that is not there', async () => {
  // Port 1 of loopback has no server.
  const call = openCalls({ proxy: `http://user:${secret}@127.0.0.1:1` })
  expect(await faultOf(call({ url }))).toEqual(at('api.network.example: connection refused'))
})

test('hosts of NO_PROXY are asked directly, and may not be private', async () => {
  const { tunnels, proxy } = await openProxied()
  const call = openCalls({
    proxy,
    trusted: cert,
    noProxy: '.network.example',
    lookUp: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  expect(await faultOf(call({ url }))).toMatchObject({ kind: 'request-refused' })
  expect(tunnels).toEqual([])
})
