import { StoreUnavailableError } from '../values/store-unavailable-error.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'

/** A PostgreSQL database cannot be used as it is. Its message names it, without its password. */
export class PostgresError extends UnusableStoreError {
  override readonly name = 'PostgresError'

  constructor(url: string, cause: unknown) {
    super(`The PostgreSQL database ${hostAndDatabase(url)} cannot be used: ${reasonOf(cause)}`, {
      cause,
    })
  }
}

/** @throws when the text is not a URL. The message does not repeat it: it may contain a password. */
export function assertPostgresUrl(url: string): void {
  if (parse(url)) return
  throw new Error(
    'The address of the PostgreSQL database must be postgres://user@host:port/database.',
  )
}

/** The host and name of a database, without user and password. */
export function hostAndDatabase(url: string): string {
  const { host, pathname } = parse(url)!
  return `${host}${pathname}`
}

/** Adds a host to URLs of servers with a socket, which have none. */
const parse = (url: string): URL | null => URL.parse(url.replace('@/', '@socket/'))

function reasonOf(cause: unknown): string {
  // A host with several addresses fails with an error for each.
  const reason = cause instanceof StoreUnavailableError ? cause.cause : cause
  const [first] = reason instanceof AggregateError ? reason.errors : [reason]
  const text = first instanceof Error ? first.message : String(first)
  return text === 'Connection terminated unexpectedly' ? 'the server ended the connection' : text
}
