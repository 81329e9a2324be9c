import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser'
import { arrows, lazyArrows, packages, testPackages, withoutNode } from './arrows.ts'

const testFile = '[.]test[.]tsx?$'

const literal = (text: string) => text.replaceAll('.', '[.]').replace('/*', '/[^/]+')

/** The pattern of a room's files. */
function filesOf(room: string): string {
  if (room === 'package.json') return '^package[.]json$'
  if (room === 'web') return '^web/src/'
  if (room === 'main') return '^src/[^/]+$'
  if (room === 'http') return '^src/http/[^/]+$'
  return room.endsWith('.ts') ? `^src/${literal(room)}$` : `^src/${room}/`
}

/** The pattern of a package's files; of its bare name where it is not installed. */
const filesOfPackage = (name: string) => `(^|node_modules/)${literal(name)}(/|$)`

const isIn = (room: string, rooms: readonly string[]) =>
  rooms.some((name) => name === room || (name === 'storage' && room.startsWith('storage/')))

/** Refuses every import of a room that is not in the table. */
function ruleOf(room: string, kind: 'sources' | 'tests'): IForbiddenRuleType {
  const allowed = arrows[room]!
  const names = Object.keys(packages).filter((name) => isIn(room, packages[name]!))
  if (kind === 'tests') names.push(...testPackages)
  const node = kind === 'tests' || !isIn(room, withoutNode)
  const list = [...allowed, ...names, ...(node ? ['node:*'] : [])]
  return {
    name: kind === 'tests' ? `${room} tests` : room,
    comment: `${room} may import ${list.join(', ') || 'nothing but itself'}: see lint/arrows.ts.`,
    severity: 'error',
    from:
      kind === 'tests'
        ? { path: `(?=.*${testFile})${filesOf(room)}` }
        : { path: filesOf(room), pathNot: testFile },
    to: {
      pathNot: [...[room, ...allowed].map(filesOf), ...names.map(filesOfPackage)],
      ...(node && { dependencyTypesNot: ['core'] }),
    },
  }
}

const lazyRules = lazyArrows.map(
  ([from, to]): IForbiddenRuleType => ({
    name: `${from} loads ${to}`,
    comment: `Load ${to} with import() where it is needed, or for its types: pages and adtally --help stay light.`,
    severity: 'error',
    from: { path: filesOf(from) },
    to: { path: filesOf(to), dependencyTypesNot: ['dynamic-import', 'type-only'] },
  }),
)

const rooms = Object.keys(arrows)

export default {
  forbidden: [
    ...rooms.flatMap((room) => [ruleOf(room, 'sources'), ruleOf(room, 'tests')]),
    ...lazyRules,
    {
      name: 'no room',
      comment: 'Add a line for this folder to lint/arrows.ts.',
      severity: 'error',
      from: { pathNot: [...rooms.map(filesOf), '^(test|bench|lint)/'] },
      to: {},
    },
    {
      name: 'circle',
      comment: 'Merge the files, or move what both need into a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    // Without this, type-only imports are not seen.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
    // An exception that is no longer needed fails the check.
    baseline: { staleEntriesSeverity: 'error' },
  },
} satisfies IConfiguration
