import { METHODS } from 'node:http'
import { expect, test } from 'vitest'
import { dashboardRoutes } from '../../fixtures/dashboard-routes.ts'
import { api, openDashboard } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(openDashboard)
const visitor = shareSite(() => site.signIn('acme'))

// CONNECT opens a tunnel and never reaches a path.
const all = METHODS.filter((method) => method !== 'CONNECT')
/** What each path answers. */
const allowed = Map.groupBy(
  dashboardRoutes.map(([route]) => route.split(' ') as [method: string, path: string]),
  ([, path]) => path,
)
const paths = [...allowed].map(([path, routes]) => {
  const methods = routes.flatMap(([method]) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [path, methods.join(', ')] as const
})

test.each(paths)(
  '%s answers %s, refuses other methods with a problem, and does nothing',
  async (path, methods) => {
    const { key } = await site.installation.keys.reveal('acme')
    for (const method of all.filter((one) => !methods.split(', ').includes(one))) {
      for (const url of [api + path, ...(method === 'DELETE' ? [`${api + path}/`] : [])]) {
        const response = await visitor.send({ method: method as 'GET', url })
        // The answer to HEAD has no body.
        if (method === 'HEAD') expect(response.statusCode).toBe(405)
        else expectProblem(response, 405, 'method_not_allowed')
        expect(response.headers.allow, method).toBe(methods)
      }
    }
    expect(await site.installation.keys.reveal('acme')).toMatchObject({ key })
    expect((await visitor.get('/account')).statusCode).toBe(200)
  },
)

test.each(all.filter((method) => method !== 'HEAD'))(
  'an unknown path answers %s with a problem',
  async (method) => {
    for (const path of ['', '/', '/nothing', '/key', '/key/reveal', '/report/more', '/imports/1']) {
      const response = await site.server.send(method, api + path)
      if (method === 'GET') expectProblem(response, 404, 'not_found')
      else expectProblem(response, 405, 'method_not_allowed')
    }
  },
)
