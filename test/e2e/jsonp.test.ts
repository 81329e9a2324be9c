import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  hop,
  hostile,
  type ListeningNetwork,
  listenAsHostileNetwork,
  mira,
  trap,
} from '../fixtures/hostile-network.ts'
import { describeInBrowser } from './browser.ts'

describeInBrowser('a page of another origin', (open) => {
  let network: ListeningNetwork
  let otherSite: Server
  let otherOrigin: string
  let served = ''
  beforeAll(async () => {
    network = await listenAsHostileNetwork()
    otherSite = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(served)
    })
    await new Promise<void>((resolve) => otherSite.listen(0, '127.0.0.1', resolve))
    otherOrigin = `http://127.0.0.1:${(otherSite.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    otherSite?.close()
    await network?.close()
  })

  const api = (path: string) => `${network.url}/api/v1${path}`

  /** Opens the other site with a script from the network. Returns what happened. */
  async function runScript(src: string) {
    served = `<!doctype html><title>Elsewhere</title>
<script>
window.calls = []
window.events = []
window.app = { got: (record) => calls.push(record) }
</script>
<script src="${src.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"
  onload="events.push('ran')" onerror="events.push('refused')"></script>`
    const { page, errors } = await open(otherOrigin)
    const read = (name: string) => page.evaluate(`window.${name}`)
    return {
      calls: (await read('calls')) as Record<string, unknown>[],
      events: await read('events'),
      hacked: await read('hacked'),
      errors,
    }
  }

  const runCallback = (path: string, callback: string) =>
    runScript(api(`${path}?${new URLSearchParams({ callback })}`))

  test('gets a record through a script, equal to the JSON', async () => {
    const { calls, events, errors } = await runCallback('/games/hop', 'app.got')
    const json = await (await fetch(api('/games/hop'))).json()
    expect(calls).toEqual([json])
    expect(calls[0]).toMatchObject({ name: hop.name, web_url: `${network.url}/games/${hop.slug}` })
    expect({ events, errors }).toEqual({ events: ['ran'], errors: [] })
  })

  test('gets a list through a script', async () => {
    const { calls } = await runCallback('/users', 'app.got')
    expect(calls).toHaveLength(1)
    expect(calls[0]!.data).toMatchObject([{ username: mira.username }, {}, {}])
  })

  test.each([
    ['an unknown game', '/games/none', 404, 'unknown_game'],
    ['a user who closed the account', '/users/gone', 410, 'user_closed'],
    ['a bad parameter', '/games?limit=0', 400, 'bad_parameters'],
    ['an unknown path', '/nothing', 404, 'not_found'],
  ])('can be read through a script: %s', async (_what, path, status, code) => {
    const join = path.includes('?') ? '&' : '?'
    const { calls, events, errors } = await runScript(api(`${path}${join}callback=app.got`))
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({ status, code, message: calls[0]!.detail })
    expect({ events, errors }).toEqual({ events: ['ran'], errors: [] })
  })

  test('gets hostile texts unchanged, and none of them runs', async () => {
    const { calls, hacked, errors } = await runCallback('/games/trap', 'app.got')
    expect(calls).toMatchObject([{ name: trap.name, description: trap.description }])
    expect(trap.description).toContain(hostile.separators)
    expect({ hacked, errors }).toEqual({ hacked: undefined, errors: [] })
  })

  test.each([
    'hacked=1;app.got',
    'app.got(1);window.hacked=1//',
    '(()=>{window.hacked=1})',
    '</script><script>window.hacked=1</script>',
    '*/window.hacked=1;/*',
    'app.got\nwindow.hacked=1',
    'app["got"]',
    '',
    `app.${'g'.repeat(61)}`,
  ])('runs nothing for the callback %j', async (callback) => {
    const { calls, events, hacked } = await runCallback('/games/hop', callback)
    expect({ calls, events, hacked }).toEqual({ calls: [], events: ['refused'], hacked: undefined })
  })

  test('reads a record, an error and the remaining requests with fetch', async () => {
    served = '<!doctype html><title>Elsewhere</title>'
    const { page, errors } = await open(otherOrigin)
    const read = (path: string) =>
      page.evaluate(async (url) => {
        const response = await fetch(url)
        const { status, headers } = response
        const remaining = Number(headers.get('X-RateLimit-Remaining') ?? Number.NaN)
        return { status, remaining, body: await response.json() }
      }, api(path))
    const found = await read('/games/hop')
    expect(found).toMatchObject({ status: 200, body: { id: 'hop' } })
    expect(errors).toEqual([])
    const closed = await read('/users/gone')
    expect(closed).toMatchObject({ status: 410, body: { status: 410, code: 'user_closed' } })
    expect(closed.remaining).toBe(found.remaining - 1)
  })

  test('may send headers that need a preflight', async () => {
    served = '<!doctype html><title>Elsewhere</title>'
    const { page, errors } = await open(otherOrigin)
    const status = await page.evaluate(
      async (url) => (await fetch(url, { headers: { 'X-Requested-With': 'elsewhere' } })).status,
      api('/games/hop'),
    )
    expect({ status, errors }).toEqual({ status: 200, errors: [] })
  })
})
