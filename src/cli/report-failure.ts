import { inspect } from 'node:util'
import { ConfigError, isDebugging } from '../config/settings.ts'
import { Refusal } from '../values/refusal.ts'
import { StoreUnavailableError } from '../values/store-unavailable-error.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import { printError } from './print.ts'
import type { Shell } from './shell.ts'
import { wordForCli } from './word-for-cli.ts'

/** Prints on stderr why a command failed. */
export function reportFailure(shell: Shell, error: unknown): void {
  if (error instanceof Refusal || error instanceof CommandError) {
    const { message, details } = error instanceof Refusal ? wordForCli(error) : error
    printError(shell, `adtally: ${message}`)
    for (const line of details) printError(shell, line)
    return
  }
  const { message, code } = error as NodeJS.ErrnoException
  const expected =
    [ConfigError, UnusableStoreError, StoreUnavailableError].some(
      (kind) => error instanceof kind,
    ) || code
  // Errors of database servers continue with paragraphs of advice.
  const [line] = message.trim().split('\n')
  printError(shell, `adtally: ${expected ? line : `unexpected failure: ${line}`}`)
  if (error instanceof ConfigError) for (const line of error.details) printError(shell, line)
  if (isDebugging(shell.env)) printError(shell, inspect(error))
}

/** A command that completed and found faults. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly details: readonly string[]

  constructor(message: string, details: readonly string[]) {
    super(message)
    this.details = details
  }
}
