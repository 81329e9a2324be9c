import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openSmallNetwork } from '../../fixtures/community.ts'
import { baseUrl, networkUrl, serveReports } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(openSmallNetwork)

describe('/openapi.json', () => {
  test('is compressed where that is accepted, and 304 while it is the same', async () => {
    const { get } = site.server
    const plain = await get('/openapi.json')
    expect(plain.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    })
    const packed = await get('/openapi.json', {}, { 'accept-encoding': 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    const { etag } = plain.headers
    const again = await get('/openapi.json', {}, { 'if-none-match': String(etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('names the public URLs', async () => {
    const document = (await site.server.get('/openapi.json')).json()
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: baseUrl }] })
    expect(document.paths['/api/v1/games'].servers).toEqual([{ url: networkUrl }])
    const other = serveReports(site.installation, { base: 'https://other.example' })
    const { servers } = (await other.get('/openapi.json')).json()
    await other.close()
    expect(servers).toEqual([{ url: 'https://other.example' }])
  })

  test('has the key as a security scheme, lists with commas and formats that others know', async () => {
    const { paths } = (await site.server.get('/openapi.json')).json()
    const { parameters, security } = paths['/api/v2/publisher/applications/stats'].get
    expect(security).toEqual([{ bearer: [] }, { key: [] }])
    const named = (name: string) =>
      parameters.find((parameter: { name: string }) => parameter.name === name)
    expect(named('key')).toBeUndefined()
    expect(named('geo')).toMatchObject({ style: 'form', explode: false })
    expect(named('start_date')).toMatchObject({ required: true, schema: { format: 'date' } })
    expect(named('as_of')).toMatchObject({ required: false, schema: { format: 'date-time' } })
    expect(named('group_by').schema.enum).toEqual(['network', 'format', 'country'])
    expect(paths['/healthz'].get.security).toEqual([])
    expect(paths['/api/publisher'].get.security).toContainEqual({})
  })
})

describe('/docs', () => {
  test('loads only a script of this server, whose name stands for its content', async () => {
    const { get } = site.server
    const page = await get('/docs')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("default-src 'none'")
    const sources = [...page.body.matchAll(/<script([^>]*)>([^<]*)</g)]
    expect(sources.map(([, , inline]) => inline)).toEqual([''])
    const path = /src="([^"]+)"/.exec(sources[0]![1]!)![1]!
    expect(path).toMatch(/^\/docs\/assets\/reference-[0-9a-f]{12}\.js$/)
    const script = await get(path, {}, { 'accept-encoding': 'gzip' })
    expect(script.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: expect.stringMatching(/./),
    })
    const unchanged = { 'accept-encoding': 'gzip', 'if-none-match': String(script.headers.etag) }
    expect((await get(path, {}, unchanged)).statusCode).toBe(304)
  })

  test('leaves the policy of other pages as strict as it is', async () => {
    for (const path of ['/documentation', '/dashboard']) {
      const { headers } = await site.server.get(path)
      expect(headers['content-security-policy']).not.toContain('unsafe-inline')
    }
  })
})

test('/llms.txt names the interfaces and the document', async () => {
  const { body, headers } = await site.server.get('/llms.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const reports = ['', '/schema', '/changed'].map(
    (rest) => `${baseUrl}/api/v2/publisher/report${rest}`,
  )
  for (const url of [
    ...reports,
    `${baseUrl}/openapi.json`,
    `${baseUrl}/docs`,
    `${networkUrl}/api/v1/`,
  ]) {
    expect(body).toContain(url)
  }
})
