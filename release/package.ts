import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { build } from 'vite'
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

// Loading a thousand small files would take most of the time of a short command.
const bundled = ['kysely', 'typebox', '@fastify/type-provider-typebox']
const sources = join(project, 'src')
const networks = readdirSync(join(sources, 'sources/networks')).filter(
  (file) => !/\.(shared|test)\.ts$/.test(file),
)
await build({
  root: project,
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: bundled },
  build: {
    ssr: true,
    target: `node${oldestNode}`,
    outDir: join(staged, 'dist'),
    rolldownOptions: {
      // All but the first are found by the names of their files, beside the file that loads them.
      input: {
        main: join(sources, 'main.ts'),
        'sqlite-thread': join(sources, 'records/sqlite-thread.ts'),
        ...Object.fromEntries(
          networks.map((file) => [
            `networks/${basename(file, '.ts')}`,
            join(sources, 'sources/networks', file),
          ]),
        ),
      },
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
})
// The dashboard's files contain the font.
for (const name of [...bundled, '@fontsource-variable/figtree']) {
  const from = join(project, 'node_modules', name)
  const license = readdirSync(from).find((file) => /^licen[cs]e/i.test(file))
  if (!license) throw new Error(`${name} has no licence to bring along.`)
  cpSync(join(from, license), join(staged, 'dist/licenses', name, license))
}

const copied = ['web/dist', 'docs', 'deploy', 'README.md', 'CHANGELOG.md', 'LICENSE']
for (const name of copied) cpSync(join(project, name), join(staged, name), { recursive: true })

const { name, version, description, license, type } = manifest
// A checkout installs its own Node; users of the package have one.
const { node: _, ...dependencies } = manifest.dependencies
const published = {
  name,
  version,
  description,
  license,
  type,
  bin: { adtally: 'dist/main.js' },
  files: ['dist', ...copied],
  engines: { node: `>=${oldestNode}` },
  dependencies,
}
writeFileSync(join(staged, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)

run('npm', ['pack', staged, '--pack-destination', folder, '--silent'])
