import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'

/** A PostgreSQL database cannot be used as it is. Its message names it, without its password. */
export class PostgresError extends UnusableStoreError {
  override readonly name = 'PostgresError'

  constructor(url: string, cause: unknown) {
    super(`The PostgreSQL database ${placeOf(url)} cannot be used: ${reasonOf(cause)}`, { cause })
  }
}

/** @throws when the text is no URL, with nothing of it: it may hold a password */
export function assertPostgresUrl(url: string): void {
  if (parse(url)) return
  throw new Error('The PostgreSQL database is not named as postgres://user@host:port/database.')
}

/** Names a database by its host and its name, never by its user or password. */
export function placeOf(url: string): string {
  const { host, pathname } = parse(url)!
  return `${host}${pathname}`
}

/** Servers that are reached through a socket have no host. */
const parse = (url: string): URL | null => URL.parse(url.replace('@/', '@socket/'))

function reasonOf(cause: unknown): string {
  // A name that has several addresses fails with one error for each, and none of its own.
  const reason = cause instanceof StoreUnavailableError ? cause.cause : cause
  const [first] = reason instanceof AggregateError ? reason.errors : [reason]
  const text = first instanceof Error ? first.message : String(first)
  return text === 'Connection terminated unexpectedly' ? 'the server ended the connection' : text
}
