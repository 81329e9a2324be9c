import { openInstallation } from '../src/compose/installation.ts'
import { setPassword } from '../src/use-cases/set-password.ts'
import type { AskKind } from './asks.ts'
import { copyDataSet, type DataSet } from './data-set.ts'
import { keyOf, usernameOf } from './figures-shape.ts'
import type { Side } from './load/measure.ts'
import { Service } from './service.ts'

const password = 'a password for the bench'

/** The service over its own copy of a data set that one account owns. */
export interface AskedService {
  readonly service: Service
  /** The service as the side of a load, with the credential that a kind of request needs. */
  side(kind: Pick<AskKind, 'credential'>): Side
  stop(): Promise<void>
}

/** @param answerMemory the value of ADTALLY_ANSWER_MEMORY; its default when null */
export async function startAsked(
  dataSet: DataSet,
  answerMemory: string | null,
): Promise<AskedService> {
  const { copy, remove } = copyDataSet(dataSet)
  try {
    const { call, close } = await openInstallation(copy.directory, { use: 'command' })
    await call(setPassword, { username: usernameOf(0), password })
    await close()
    const env: Record<string, string> = {}
    if (answerMemory !== null) env.ADTALLY_ANSWER_MEMORY = answerMemory
    const service = await Service.start(copy, import.meta.dirname, env)
    const credentials = {
      key: { authorization: `Bearer ${keyOf(0)}` },
      session: { cookie: await signIn(service.baseUrl) },
    }
    return {
      service,
      side: ({ credential = 'key' }) => ({
        baseUrl: service.baseUrl,
        headers: credentials[credential],
        processorMs: () => service.processorMs(),
      }),
      async stop() {
        await service.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** @returns the cookie of a new session */
async function signIn(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/dashboard/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: usernameOf(0), password }),
  })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  if (response.status !== 204) throw new Error(`Signing in was answered ${response.status}.`)
  return cookies.join('; ')
}
