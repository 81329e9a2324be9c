import { expect, vi } from 'vitest'
import { adtally, serve } from '../../cli/run-adtally.ts'
import { freePorts } from '../../cluster/free-ports.ts'
import { ask, type Edition, serverArguments } from './edition.ts'

/**
 * The edition under test, in this process.
 *
 * @param folder working directory of commands
 * @param env names the stores
 */
export function thisEdition(cwd: string, env: Readonly<Record<string, string>>): Edition {
  return {
    run: (now, { args, input = '', fails = false }) =>
      at(now, async () => {
        const outcome = await adtally(args, { cwd, env, input })
        expect(outcome).toMatchObject({ code: fails ? 1 : 0 })
        return outcome.stdout
      }),
    serving: (now, work) =>
      at(now, async () => {
        const [port] = await freePorts(1)
        // When a port is given twice, the later one counts.
        const server = await serve(serverArguments(port!).slice(1), { cwd, env })
        return work((question) => ask(port!, question)).finally(server.stop)
      }),
  }
}

/** Runs work while every clock of this process shows a given time. */
async function at<Result>(now: string, work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  return work().finally(() => vi.useRealTimers())
}
