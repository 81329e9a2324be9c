import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import manifest from '../../package.json' with { type: 'json' }

declare module 'vitest' {
  interface ProvidedContext {
    installed: InstalledPackage
  }
}

/** The package, installed from its tarball. */
export interface InstalledPackage {
  /** The folder that it was installed in, which was empty. */
  readonly home: string
  /** The `adtally` command. */
  readonly script: string
  readonly tarball: string
}

const packageScript = join(import.meta.dirname, '../../release/package.ts')
const installMs = 300_000

/** Makes the tarball, and installs it in an empty folder. */
export default async function provideInstalled(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'adtally-package-'))
  const home = join(folder, 'home')
  await mkdir(home)
  await runIn(home, process.execPath, packageScript, folder)
  const tarball = join(folder, `adtally-${manifest.version}.tgz`)
  await runIn(home, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', tarball)
  const script = join(home, 'node_modules/.bin/adtally')
  project.provide('installed', { home, script, tarball })
  return () => rm(folder, { recursive: true, force: true })
}

/** Runs a program in a folder, with the Node of the tests. @returns its stdout */
export async function runIn(
  cwd: string,
  program: string,
  ...args: readonly string[]
): Promise<string> {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH }
  return (await promisify(execFile)(program, args, { cwd, env, timeout: installMs })).stdout
}
