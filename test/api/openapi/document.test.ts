import { expect, test } from 'vitest'
import { openSmallNetwork } from '../../fixtures/community.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(openSmallNetwork)

/** Pages, what describes the others, and the Model Context Protocol, which describes itself. */
const notDescribed =
  /^\/($|dashboard|documentation$|openapi\.json$|docs|llms\.txt$|games\/:slug$|users\/:username$|unsubscribe\/:token$|mcp$)/

test('every route of the public interfaces is described', async () => {
  const { app, get } = site.server
  const { paths } = (await get('/openapi.json')).json()
  const isDescribed = (method: string, path: string, needs: unknown) => {
    const found = paths[path.replace(/:(\w+)/g, '{$1}')]
    // A route that needs nothing may be the answer to a method that the path does not support.
    return found && (needs === 'nothing' || method.toLowerCase() in found)
  }
  const missing = [...app.routeNeeds].filter(([route, needs]) => {
    const [method = '', path = ''] = route.split(' ')
    if ((method !== 'GET' && method !== 'POST') || notDescribed.test(path)) return false
    return !isDescribed(method, path, needs)
  })
  expect(missing).toEqual([])
})

test('a repeated credential is refused as described, on every route that takes a key', async () => {
  const { app, get, send } = site.server
  const { paths } = (await get('/openapi.json')).json()
  const query = { developer: 'studio', key: ['one', 'two'] }
  for (const [route, needs] of app.routeNeeds) {
    const [method = '', path = ''] = route.split(' ')
    const described = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (!described || needs === 'nothing' || needs === 'link') continue
    // The answer is checked against the document too; see answer-checker.ts.
    const { statusCode, body } = await send(method, path.replace(/:(\w+)/g, 'x'), query)
    expect({ route, statusCode, ...JSON.parse(body) }).toMatchObject({
      route,
      statusCode: 400,
      code: 'bad_parameters',
      errors: [{ parameter: 'key', message: 'is repeated; pass it once' }],
    })
  }
})
