import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { operatorRoutes } from '../../../src/http/operator/routes.ts'
import { newServer } from '../../../src/http/server.ts'
import type { Call } from '../../../src/use-cases/use-case.ts'
import { csv, openSite } from '../../import/import-site.ts'

test('an import ends without a trace when its caller hangs up', async () => {
  const site = await openSite()
  const caller = new AbortController()
  const outcome = Promise.withResolvers<unknown>()
  /** Hangs up while the import runs. The import continues once the server has noticed. */
  const call: Call = async (useCase, request, io = {}) => {
    const gone = new Promise((resolve) => io.signal!.addEventListener('abort', resolve))
    caller.abort()
    await gone
    const work = site.call(useCase, request, io)
    work.then(outcome.resolve, outcome.resolve)
    return work
  }
  const server = newServer({})
  const backUp = () => expect.fail('not called')
  const workDirectory = join(site.root, 'uploads')
  await operatorRoutes(server, { call, backUp, token: 'token', workDirectory })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  const body = new FormData()
  body.set('call', JSON.stringify({ request: {}, names: ['a.csv'] }))
  body.append('file', new Blob([csv(['2026-03-01,zap-ios,ownnet,video,US,1,1'])]), 'file')
  const answer = fetch(`${url}/use-cases/import-figures`, {
    method: 'POST',
    headers: { authorization: 'Bearer token' },
    body,
    signal: caller.signal,
  }).then((response) => response.text())
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  expect(await outcome.promise).toMatchObject({ name: 'CancelledError' })
  expect(await site.figures()).toEqual([])
})
