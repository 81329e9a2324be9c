#!/usr/bin/env node
import './tune-process.ts'
import { adtally } from './cli/adtally.ts'

// A reader that leaves early, such as `head`, is no failure.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

process.exitCode = await adtally(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  // Opened by the commands that read it.
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  stopSignal,
})

/** The first signal asks the command to end; a second one, or the deadline, ends the process. */
function stopSignal(longestMs?: number): AbortSignal {
  const stop = new AbortController()
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(1)
    if (longestMs !== undefined) setTimeout(() => process.exit(1), longestMs).unref()
    stop.abort()
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  return stop.signal
}
