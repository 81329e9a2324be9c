import { METHODS } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  api,
  type DashboardSite,
  openDashboard,
  type Visitor,
} from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'

let site: DashboardSite
let visitor: Visitor
beforeAll(async () => {
  site = await openDashboard()
  visitor = await site.signIn('acme')
})
afterAll(() => site.close())

// CONNECT opens a tunnel and never reaches a path.
const all = METHODS.filter((method) => method !== 'CONNECT')
const reading = [
  ...['/account', '/report', '/freshness', '/imports', '/keys', '/links', '/audit'],
  ...['/connections', '/connections/networks', '/connections/days'],
  ...['/comparison', '/contributions', '/anomalies', '/forecast', '/home', '/to-do'],
  ...['/views', '/notes', '/apps', '/rates'],
  ...['/restatements', '/earlier-figures', '/reconciliation', '/secondary-reports'],
  ...['/imports/request', '/imports/sources'],
]
const acting = [
  ...['/sign-in', '/sign-out', '/keys/reveal', '/keys/rotate'],
  ...['create', 'narrow', 'rotate', 'reveal', 'revoke'].map((action) => `/keys/${action}`),
  ...['/links/create', '/links/revoke'],
  ...['upload', 'undo', 'dismiss'].map((action) => `/imports/${action}`),
  ...['add', 'change', 'remove', 'try', 'test', 'pull', 'pause', 'resume', 'confirm'].map(
    (action) => `/connections/${action}`,
  ),
  ...['/connections/consent/begin', '/connections/consent/finish'],
  ...['save', 'change', 'share', 'delete', 'withdraw'].map((action) => `/views/${action}`),
  ...['add', 'change', 'delete'].map((action) => `/notes/${action}`),
  ...['rename', 'link', 'unlink', 'merge'].map((action) => `/apps/${action}`),
  ...['add', 'fetch', 'apply'].map((action) => `/rates/${action}`),
]

test.each(reading)('%s refuses every method but GET and HEAD, and names these', async (path) => {
  for (const method of all.filter((one) => !['GET', 'HEAD'].includes(one))) {
    for (const url of [api + path, `${api + path}/`]) {
      const response = await visitor.send({ method: method as 'POST', url })
      expectProblem(response, 405, 'method_not_allowed')
      expect(response.headers.allow, method).toBe('GET, HEAD')
    }
  }
})

test.each(acting)(
  '%s refuses every method but POST with a problem, and does nothing',
  async (path) => {
    const { key } = await site.installation.keys.reveal('acme')
    for (const method of all.filter((one) => one !== 'POST')) {
      const response = await visitor.send({ method: method as 'GET', url: api + path })
      // The answer to HEAD has no body.
      if (method === 'HEAD') expect(response.statusCode).toBe(405)
      else expectProblem(response, 405, 'method_not_allowed')
      expect(response.headers.allow, method).toBe('POST')
    }
    expect(await site.installation.keys.reveal('acme')).toMatchObject({ key })
    expect((await visitor.get('/account')).statusCode).toBe(200)
  },
)

describe('an unknown path', () => {
  const nowhere = ['', '/', '/nothing', '/key', '/key/reveal', '/report/more', '/imports/1']
  const expectNowhere = async (method: string) => {
    for (const path of nowhere) {
      const response = await site.server.send(method, api + path)
      if (method === 'GET') expectProblem(response, 404, 'not_found')
      else expectProblem(response, 405, 'method_not_allowed')
    }
  }

  test('answers GET with a problem', () => expectNowhere('GET'))

  test('answers every other method with a problem', async () => {
    for (const method of all.filter((one) => !['GET', 'HEAD'].includes(one))) {
      await expectNowhere(method)
    }
  })
})
