#!/usr/bin/env node
import './refuse-old-node.ts'

// Loaded after the check, since an old Node cannot even link them, and one after the other, since the first says
// where compiled modules are cached.
await import('./tune-process.ts')
const { adtally } = await import('./cli/adtally.ts')

// Everything that is written belongs to this user alone.
process.umask(0o077)

// A reader that closes the pipe early, such as `head`, is not an error.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

process.exitCode = await adtally(process.argv.slice(2), {
  env: process.env,
  cwd: currentFolder(),
  script: process.argv[1]!,
  // Opening stdin keeps the process alive, so only commands that read it do.
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  stopSignal,
})

/** The folder may have been removed under the shell. */
function currentFolder(): string {
  try {
    return process.cwd()
  } catch {
    process.stderr.write('adtally: the current folder was removed; change to another one\n')
    process.exit(1)
  }
}

/** The first signal stops the command; a second one, or the deadline, ends the process. */
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
