#!/usr/bin/env node
import './tune-process.ts'
import { adtally } from './cli/adtally.ts'

// What is written belongs to this user alone.
process.umask(0o077)

// A reader that closes the pipe early, such as `head`, is not an error.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

process.exitCode = await adtally(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  // Opening stdin keeps the process alive, so only commands that read it do.
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  stopSignal,
})

/** The first signal stops the command; a second one ends the process. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(1)
    stop.abort()
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  return stop.signal
}
