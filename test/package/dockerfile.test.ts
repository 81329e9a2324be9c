import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const script = join(import.meta.dirname, '../../release/check-dockerfile.ts')
const longestMs = 600_000

test(
  'the steps of the Dockerfile, run in a clean folder, give a server that is healthy',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [script], {
      timeout: longestMs,
      maxBuffer: 64 * 1024 ** 2,
    })
    expect(stdout).toMatch(/The dashboard and its script \S+ answer\./)
  },
  longestMs,
)
