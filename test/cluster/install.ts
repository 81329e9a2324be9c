import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Installs the server's packages (half a gigabyte), unless the lockfile's versions are installed. */
const folder = join(import.meta.dirname, 'server')

if (!isInstalled()) {
  console.log('Installing ClickHouse for the cluster tests, once.')
  execFileSync('npm', ['ci', '--prefix', folder], { stdio: 'inherit' })
}

function isInstalled(): boolean {
  const { packages } = readLock(folder)
  return Object.entries(packages).every(([path, { version, optional }]) => {
    const manifest = join(folder, path, 'package.json')
    if (!existsSync(manifest)) return optional === true
    return version === undefined || JSON.parse(readFileSync(manifest, 'utf8')).version === version
  })
}

function readLock(folder: string): {
  packages: Record<string, { version?: string; optional?: boolean }>
} {
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
}
