import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { adtally } from './run-adtally.ts'

/** A server whose readiness is answered with a status. @returns its settings */
async function answering(status: number, host = '127.0.0.1') {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/readyz' ? status : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { port, env: { ADTALLY_HOST: host, ADTALLY_PORT: String(port) } }
}

test('ready asks the host and port of the settings, and 127.0.0.1 for all addresses', async () => {
  for (const host of ['127.0.0.1', '0.0.0.0', 'localhost']) {
    const { port, env } = await answering(200, host)
    const asked = host === 'localhost' ? host : '127.0.0.1'
    const stdout = `http://${asked}:${port}/readyz answered 200\n`
    expect(await adtally(['ready'], { env })).toEqual({ code: 0, stdout, stderr: '' })
  }
})

test('ready fails when the server is not ready, or none answers', async () => {
  const { port, env } = await answering(503)
  const url = `http://127.0.0.1:${port}/readyz`
  const outcome = { code: 1, stdout: '' }
  const notReady = { ...outcome, stderr: `adtally: ${url} answered 503\n` }
  expect(await adtally(['ready'], { env })).toEqual(notReady)
  const nobody = { ADTALLY_HOST: '::', ADTALLY_PORT: '1' }
  const stderr = 'adtally: no server answers at http://[::1]:1/readyz\n'
  expect(await adtally(['ready'], { env: nobody })).toEqual({ ...outcome, stderr })
})
