import { StoreUnavailableError, UnusableStoreError } from '../compose/installation.ts'
import { ConfigError, isDebugging } from '../config/settings.ts'
import { Refusal } from '../values/refusal.ts'
import { wordForCli } from './shell.ts'

/** Says on stderr what went wrong, one line for each bad cell of an import, and fails. */
export function reportFailure(error: unknown): void {
  process.exitCode = 1
  if (error instanceof Refusal) {
    const { message, details } = wordForCli(error)
    console.error(`adtally: ${message}`)
    for (const line of details) console.error(line)
    return
  }
  const { message, code } = error as NodeJS.ErrnoException
  const expected =
    [ConfigError, UnusableStoreError, StoreUnavailableError].some(
      (kind) => error instanceof kind,
    ) || code
  // Servers add paragraphs of advice to what they refuse.
  const [line] = message.trim().split('\n')
  console.error(`adtally: ${expected ? line : `unexpected failure: ${line}`}`)
  if (isDebugging()) console.error(error)
}
