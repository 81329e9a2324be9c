import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { adtallyWorks, until } from '../cli/run-adtally.ts'
import { serveProcess } from '../cli/spawn-adtally.ts'
import { newStudio, studioKey } from '../cli/studio.ts'
import { freePorts } from '../cluster/free-ports.ts'

const given = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
const host = 'ads.example.com'
const isInstalled = spawnSync('nginx', ['-v']).status === 0

interface Answer {
  readonly status: number | undefined
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

/** Runs nginx with the file, on its own ports, with a certificate of its own. */
async function startNginx(folder: string, adtallyPort: string) {
  const [http, https] = (await freePorts(2)) as [number, number]
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-subj',
    `/CN=${host}`,
  ]
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const site = given
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${https} ssl;`)
    .replace('127.0.0.1:8080', `127.0.0.1:${adtallyPort}`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/error_log .* crit;/, `error_log ${folder}/error.log crit;`)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const path = join(folder, 'nginx.conf')
  await writeFile(
    path,
    `pid ${folder}/nginx.pid; error_log ${folder}/main.log; daemon off; events {}\nhttp { ${places.join(' ')}\n${site}}\n`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', path], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(nginx, 'exit')
  onTestFinished(async () => {
    nginx.kill('SIGQUIT')
    await ended
  })
  const ask = (address: string, { headers = {}, localAddress = '127.0.0.2' } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const options = {
        port: https,
        headers: { host, ...headers },
        localAddress,
        rejectUnauthorized: false,
      }
      get(`https://127.0.0.1${address}`, options, async (response) => {
        const { statusCode: status, headers } = response
        resolve({ status, headers, body: await readText(response) })
      }).on('error', reject)
    })
  await until(() => ask('/healthz').catch(() => null))
  return { http, ask }
}

// In CI, it must be there.
describe.skipIf(!isInstalled && !process.env.CI)('behind nginx with deploy/nginx.conf', () => {
  test('links are those of the public address, clients are told apart, and keys are in no log', async () => {
    const { folder, options } = await newStudio()
    const env = {
      ...options.env,
      ADTALLY_BASE_URL: `https://${host}`,
      ADTALLY_TRUSTED_PROXIES: '127.0.0.1',
      ADTALLY_RATE_LIMIT: '2',
    }
    const [port] = (await freePorts(1)) as [number]
    const server = await serveProcess(['--port', String(port)], { ...options, env })
    await adtallyWorks(['import', 'stats', 'stats.csv'], options)
    const { http, ask } = await startNginx(folder, String(port))

    const plain = await fetch(`http://127.0.0.1:${http}/dashboard?x=1`, {
      redirect: 'manual',
      headers: { host },
    })
    expect(plain.status).toBe(301)

    const apps = await ask(`/api/v2/publisher/applications?developer=studio&key=${studioKey}`)
    expect(apps.status).toBe(200)
    expect(JSON.parse(apps.body).data[0].dashboard_url).toMatch(
      new RegExp(`^https://${host}/dashboard/apps/`),
    )
    const page = await ask('/dashboard')
    const script = /<script[^>]* src="([^"]+)"/.exec(page.body)?.[1]
    expect((await ask(script!)).status).toBe(200)

    const statusOf = async (more = {}) => (await ask('/api/v1/', more)).status
    expect([await statusOf(), await statusOf(), await statusOf()]).toEqual([200, 200, 429])
    // A client cannot take another address.
    expect(await statusOf({ headers: { 'x-forwarded-for': '203.0.113.7' } })).toBe(429)
    expect(await statusOf({ localAddress: '127.0.0.3' })).toBe(200)

    await server.stop()
    expect((await ask(`/api/v2/publisher/applications?key=${studioKey}`)).status).toBe(502)
    for (const log of ['error.log', 'main.log']) {
      expect(await readFile(join(folder, log), 'utf8').catch(() => '')).not.toContain(studioKey)
    }
  })
})
