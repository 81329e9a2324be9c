import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { remoteCall } from '../../../src/cli/remote-call.ts'
import { operatorRoutes } from '../../../src/http/operator/routes.ts'
import { newServer } from '../../../src/http/server.ts'
import { listAccounts } from '../../../src/use-cases/list-accounts.ts'
import type { Call } from '../../../src/use-cases/use-case.ts'
import { StoreUnavailableError } from '../../../src/values/store-unavailable-error.ts'

test('a command learns from the server which database does not answer', async () => {
  const call: Call = async () => {
    throw new StoreUnavailableError('Too few replicas of ClickHouse are up.')
  }
  const server = newServer({})
  const workDirectory = join(tmpdir(), 'adtally-unavailable')
  const backUp = () => expect.fail('not called')
  await operatorRoutes(server, { call, backUp, token: 'token', workDirectory })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  const remote = remoteCall({ url, token: 'token' })
  await expect(remote(listAccounts, {})).rejects.toThrow(
    new StoreUnavailableError('Too few replicas of ClickHouse are up.'),
  )
})
