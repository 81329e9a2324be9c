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

describe.each(reading)('%s', (path) => {
  const others = all.filter((method) => !['GET', 'HEAD'].includes(method))

  test.each(others)('refuses %s and names the allowed methods', async (method) => {
    for (const url of [api + path, `${api + path}/`]) {
      const response = await visitor.send({ method: method as 'POST', url })
      expectProblem(response, 405, 'method_not_allowed')
      expect(response.headers.allow).toBe('GET, HEAD')
    }
  })
})

describe.each(acting)('%s', (path) => {
  // The answer to HEAD has no body.
  const others = all.filter((method) => !['POST', 'HEAD'].includes(method))

  test.each(others)('refuses %s with a problem and does nothing', async (method) => {
    const { key } = await site.installation.keys.reveal('acme')
    const response = await visitor.send({ method: method as 'GET', url: api + path })
    expectProblem(response, 405, 'method_not_allowed')
    expect(await site.installation.keys.reveal('acme')).toMatchObject({ key })
    expect((await visitor.get('/account')).statusCode).toBe(200)
  })

  test('names the allowed method', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const { statusCode, headers } = await site.server.send(method, api + path)
      expect([statusCode, headers.allow]).toEqual([405, 'POST'])
    }
  })

  test('refuses HEAD', async () => {
    const { statusCode } = await site.server.send('HEAD', api + path)
    expect(statusCode).toBe(405)
  })
})

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
