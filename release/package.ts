import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { oldestNode } from '../src/cli/oldest-node.ts'

/**
 * Writes the npm package: `package/` and its tarball. Node runs TypeScript in a checkout, but not
 * in `node_modules`, so the package has compiled sources.
 *
 *     node release/package.ts [FOLDER]     FOLDER is release/built when absent
 *
 * The dashboard must be built: `npm run package` does both.
 */
const project = join(import.meta.dirname, '..')
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, 'built'))
const staged = join(folder, 'package')

const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { cwd: project, stdio: 'inherit' })

rmSync(staged, { recursive: true, force: true })
mkdirSync(staged, { recursive: true })

run('node_modules/.bin/tsc', ['-p', 'release', '--outDir', staged])
// As deep as src/, so paths from a source to package.json and web/dist hold here too.
renameSync(join(staged, 'src'), join(staged, 'dist'))

const copied = ['web/dist', 'docs', 'deploy', 'README.md', 'CHANGELOG.md', 'LICENSE']
for (const name of copied) cpSync(join(project, name), join(staged, name), { recursive: true })

const { name, version, description, license, type } = manifest
// A checkout installs its own Node; users of the package have one.
const { node: _, ...dependencies } = manifest.dependencies
const published = {
  ...{ name, version, description, license, type },
  bin: { adtally: 'dist/main.js' },
  files: ['dist', ...copied],
  engines: { node: `>=${oldestNode}` },
  dependencies,
}
writeFileSync(join(staged, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)

run('npm', ['pack', staged, '--pack-destination', folder, '--silent'])
