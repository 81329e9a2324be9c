#!/usr/bin/env node
import './tune-process.ts'
import { adtally } from './cli/adtally.ts'

// What is written belongs to this user alone.
process.umask(0o077)

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

/** The first signal asks the command to end, a second one ends the process. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(1)
    stop.abort()
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  return stop.signal
}
