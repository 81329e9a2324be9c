import type { ImportRequests } from '../use-cases/import-requests/import-requests.ts'

const tidyEveryMs = 3_600_000

/** Settles import requests that a process left, and removes old ones: now and hourly. */
export function tidyImportRequests(requests: ImportRequests): {
  /** Ends when nothing is under way. */
  readonly end: () => Promise<void>
} {
  let tidying = requests.tidy()
  const timer = setInterval(() => {
    tidying = tidying.then(() => requests.tidy())
  }, tidyEveryMs).unref()
  const end = async () => {
    clearInterval(timer)
    await tidying
  }
  return { end }
}
