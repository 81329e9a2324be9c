import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrows, lazyArrows, packages, testPackages, withoutNode } from '../lint/arrows.ts'

const project = join(import.meta.dirname, '..')
const tool = join(project, 'node_modules/.bin/depcruise')
const config = ['--config', 'lint/dependency-cruiser.ts']
const rooms = Object.keys(arrows)

/** Ways to write an import. Those that load the file at once come first. */
const forms = {
  value: (path: string) => `import * as found from '${path}'`,
  reexport: (path: string) => `export * from '${path}'`,
  dynamic: (path: string) => `await import('${path}')`,
  type: (path: string) => `import type { Found } from '${path}'`,
  typeReexport: (path: string) => `export type { Found } from '${path}'`,
}
type Form = keyof typeof forms
const formNames = Object.keys(forms) as Form[]
const loadsAtOnce = (form: Form) => form === 'value' || form === 'reexport'

const rareForms = {
  effect: (path: string) => `import '${path}'`,
  default: (path: string) => `import found from '${path}'`,
  namespace: (path: string) => `export * as found from '${path}'`,
  inlineType: (path: string) => `import { type Found } from '${path}'`,
  typeNamespace: (path: string) => `import type * as found from '${path}'`,
  everyType: (path: string) => `export type * from '${path}'`,
  require: (path: string) => `const found = require('${path}')`,
  typeArgument: (path: string) => `new Set<import('${path}').Found>()`,
  parameter: (path: string) => `export const f = (found: import('${path}').Found[]) => found`,
  typeof: (path: string) => `export type Module = typeof import('${path}')`,
  satisfies: (path: string) => `1 satisfies import('${path}').Found`,
}

const circles: Record<string, readonly (readonly [file: string, form: Form])[]> = {
  'of two values': [
    ['src/values/circle-a.ts', 'value'],
    ['src/values/circle-b.ts', 'value'],
  ],
  'of two types': [
    ['src/ledger/circle-a.ts', 'type'],
    ['src/ledger/circle-b.ts', 'type'],
  ],
  'of a type, a re-exported type and a dynamic import': [
    ['src/storage/duckdb/circle-a.ts', 'type'],
    ['src/storage/duckdb/circle-b.ts', 'typeReexport'],
    ['src/storage/duckdb/circle-c.ts', 'dynamic'],
  ],
  'of types in two rooms': [
    ['src/http/circle-a.ts', 'type'],
    ['src/http/v1/circle-b.ts', 'type'],
  ],
  'of six files in the dashboard': [1, 2, 3, 4, 5, 6].map((at) => [
    `web/src/pages/circle-${at}.ts`,
    'type',
  ]),
}

interface PlantedImport {
  readonly path: string
  readonly allowed: 'always' | 'when needed' | 'in tests' | 'never'
}

interface Refusal {
  readonly type: 'dependency' | 'cycle'
  readonly from: string
  /** The import as the file writes it. */
  readonly unresolvedTo: string
  readonly cycle?: readonly { readonly name: string }[]
}

let copy: string
let refusals: readonly Refusal[]

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'adtally-arrows-'))
  cpSync(join(project, 'lint'), join(copy, 'lint'), { recursive: true })
  cpSync(join(project, 'package.json'), join(copy, 'package.json'))
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
  for (const file of namedFiles()) plant(file, '')
  for (const room of rooms) {
    const [local, foreign] = [importsOfRooms(room), importsOfPackages(room)]
    plant(fileIn(room, 'target.ts'), 'export type Found = 1')
    for (const form of formNames) plant(fileIn(room, `${form}.ts`), write(local, forms[form]))
    plant(fileIn(room, 'packages.ts'), write(foreign, forms.value))
    plant(fileIn(room, 'some.test.ts'), write([...local, ...foreign], forms.value))
  }
  for (const circle of Object.values(circles)) {
    circle.forEach(([file, form], at) => {
      const [next] = circle[(at + 1) % circle.length]!
      plant(file, forms[form](pathTo(file, next)))
    })
  }
  for (const [name, form] of Object.entries(rareForms)) {
    plant(`src/use-cases/${name}.ts`, `${form('../http/planted-target.ts')}\n${form('kysely')}`)
  }
  plant(
    'src/attic/stray.ts',
    forms.value(pathTo('src/attic/stray.ts', fileIn('values', 'target.ts'))),
  )
  plant('src/cli/to-stray.ts', forms.type('../attic/stray.ts'))
  plant('src/reporting/around.ts', forms.type('../values/../http/planted-target.ts'))
  refusals = await checkCopy()
})

afterAll(() => rmSync(copy, { recursive: true }))

test.each(rooms)('%s may import exactly the rooms that the table lists for it', (room) => {
  for (const form of formNames) {
    const refused = importsOfRooms(room).filter(
      ({ allowed }) => allowed === 'never' || (allowed === 'when needed' && loadsAtOnce(form)),
    )
    expect(refusedIn(fileIn(room, `${form}.ts`)), form).toEqual(pathsOf(refused))
  }
})

test.each(rooms)('%s may import exactly its packages', (room) => {
  const refused = importsOfPackages(room).filter(({ allowed }) => allowed !== 'always')
  expect(refusedIn(fileIn(room, 'packages.ts'))).toEqual(pathsOf(refused))
})

test.each(rooms)('tests of %s may also import test packages and Node', (room) => {
  const refused = [...importsOfRooms(room), ...importsOfPackages(room)].filter(
    ({ allowed }) => allowed === 'never' || allowed === 'when needed',
  )
  expect(refusedIn(fileIn(room, 'some.test.ts'))).toEqual(pathsOf(refused))
})

test.each(Object.keys(circles))('a circle %s is refused', (name) => {
  const files = circles[name]!.map(([file]) => file).sort()
  const found = refusals.map(({ cycle }) => cycle?.map((file) => file.name).sort())
  expect(found).toContainEqual(files)
})

test.each(Object.keys(rareForms))('an import written as %s is checked', (name) => {
  expect(refusedIn(`src/use-cases/${name}.ts`)).toEqual(['../http/planted-target.ts', 'kysely'])
})

test('a folder without a line in the table may neither import nor be imported', () => {
  expect(refusedIn('src/attic/stray.ts')).toHaveLength(1)
  expect(refusedIn('src/cli/to-stray.ts')).toEqual(['../attic/stray.ts'])
})

test('a path through an allowed room is judged by its target', () => {
  expect(refusedIn('src/reporting/around.ts')).toEqual(['../values/../http/planted-target.ts'])
})

test('arrows between rooms point one way', () => {
  // The parts of http get their services from its root, which assembles them.
  const whole = (room: string) => (room.startsWith('http/') ? 'http' : room)
  const follow = (room: string, path: readonly string[]): void => {
    expect(path, [...path, room].join(' → ')).not.toContain(room)
    const next = rooms.filter((name) => whole(name) === room).flatMap((name) => arrows[name]!)
    for (const to of new Set(next.map(whole))) {
      if (to !== room && whole(to) in arrows) follow(to, [...path, room])
    }
  }
  for (const room of new Set(rooms.map(whole))) follow(room, [])
})

test.each([
  ['use-cases', 'storage/duckdb'],
  ['use-cases', 'http'],
  ['ledger', 'staging'],
  ['storage/duckdb', 'use-cases'],
  ['storage/clickhouse', 'storage/duckdb'],
  ['http/v1', 'ledger'],
])('the table has no arrow from %s to %s', (from, to) => {
  const path = pathTo(fileIn(from, 'value.ts'), fileIn(to, 'target.ts'))
  expect(importsOfRooms(from)).toContainEqual({ path, allowed: 'never' })
})

const isIn = (room: string, list: readonly string[]) =>
  list.includes(room) || (room.startsWith('storage/') && list.includes('storage'))

/** Imports every room, and every file that the table names. */
function importsOfRooms(room: string): readonly PlantedImport[] {
  const from = fileIn(room, 'value.ts')
  const may = [room, ...arrows[room]!]
  const lazy = lazyArrows.filter(([name]) => name === room).map(([, to]) => to)
  return [
    ...rooms.map((to): PlantedImport => {
      const allowed = lazy.includes(to) ? 'when needed' : isIn(to, may) ? 'always' : 'never'
      return { path: pathTo(from, fileIn(to, 'target.ts')), allowed }
    }),
    ...namedFiles().map((file): PlantedImport => {
      const names = [file.replace('src/', ''), roomOf(file)]
      if (names.some((name) => lazy.includes(name))) {
        return { path: pathTo(from, file), allowed: 'when needed' }
      }
      const allowed = names.some((name) => may.includes(name)) ? 'always' : 'never'
      return { path: pathTo(from, file), allowed }
    }),
  ]
}

/** Imports every package of the table, Node, and a package that no room may import. */
function importsOfPackages(room: string): readonly PlantedImport[] {
  return [
    ...Object.entries(packages).map(([name, users]): PlantedImport => {
      return { path: name.replace('*', 'cors'), allowed: isIn(room, users) ? 'always' : 'never' }
    }),
    ...testPackages.map((path): PlantedImport => ({ path, allowed: 'in tests' })),
    { path: 'node:fs', allowed: withoutNode.includes(room) ? 'in tests' : 'always' },
    { path: 'vite', allowed: 'never' },
  ]
}

const namedFiles = () =>
  [...new Set(Object.values(arrows).flat())]
    .filter((name) => name.includes('.'))
    .map((name) => (name === 'package.json' ? name : `src/${name}`))

/** The smallest room that a file is in; '' for none. */
const roomOf = (file: string): string =>
  rooms
    .filter((room) =>
      room === 'main' ? /^src\/[^/]+$/.test(file) : file.startsWith(`src/${room}/`),
    )
    .reduce((smallest, room) => (room.length > smallest.length ? room : smallest), '')

/** The path of a planted file: deep inside the room if that is a folder. */
function fileIn(room: string, name: string): string {
  if (room === 'main') return `src/planted-${name}`
  if (room === 'http') return `src/http/planted-${name}`
  return `${room === 'web' ? 'web/src' : `src/${room}`}/planted/deep/${name}`
}

function pathTo(from: string, to: string): string {
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

const write = (imports: readonly PlantedImport[], form: (path: string) => string) =>
  imports.map(({ path }) => form(path)).join('\n')

function plant(file: string, text: string): void {
  if (file === 'package.json') return
  mkdirSync(join(copy, dirname(file)), { recursive: true })
  writeFileSync(join(copy, file), text)
}

const pathsOf = (imports: readonly PlantedImport[]) => imports.map(({ path }) => path).sort()

/** The refused imports of a planted file, as the file writes them. */
const refusedIn = (file: string) =>
  refusals
    .filter(({ type, from }) => type === 'dependency' && from === file)
    .map(({ unresolvedTo }) => (unresolvedTo === 'fs' ? 'node:fs' : unresolvedTo))
    .sort()

/** Checks the copy as `npm run check` does. */
function checkCopy(): Promise<readonly Refusal[]> {
  const args = ['src', 'web/src', ...config, '--output-type', 'baseline']
  return new Promise((resolve, reject) => {
    execFile(tool, args, { cwd: copy, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      if (stdout === '') reject(error ?? new Error(stderr))
      else resolve(JSON.parse(stdout))
    })
  })
}
