import { inspect } from 'node:util'
import { ConfigError, isDebugging } from '../config/settings.ts'
import { RefusedError } from '../use-cases/operations.ts'
import { StoreUnavailableError } from '../values/store-unavailable-error.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import { printError } from './print.ts'
import type { Shell } from './shell.ts'

/** Prints on stderr why a command failed, an import's bad cells a line each. */
export function reportFailure(shell: Shell, error: unknown): void {
  if (error instanceof RefusedError || error instanceof CommandError) {
    printError(shell, `adtally: ${error.message}`)
    for (const line of error.details) printError(shell, line)
    return
  }
  const { message, code } = error as NodeJS.ErrnoException
  const expected =
    [ConfigError, UnusableStoreError, StoreUnavailableError].some(
      (kind) => error instanceof kind,
    ) || code
  // Servers add paragraphs of advice to what they refuse.
  const [line] = message.trim().split('\n')
  printError(shell, `adtally: ${expected ? line : `unexpected failure: ${line}`}`)
  if (isDebugging(shell.env)) printError(shell, inspect(error))
}

/** A command that ran, and failed with what it found. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly details: readonly string[]

  constructor(message: string, details: readonly string[]) {
    super(message)
    this.details = details
  }
}
