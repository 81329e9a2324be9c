import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openInstallation } from '../../../src/compose/installation.ts'
import { dataDirectory } from '../../../src/config/data-directory.ts'
import { createAccount } from '../../../src/use-cases/create-account.ts'
import { importApps } from '../../../src/use-cases/import-apps.ts'
import { importCommunity } from '../../../src/use-cases/import-community.ts'
import { importFigures } from '../../../src/use-cases/import-figures.ts'
import { undoImport } from '../../../src/use-cases/undo-import.ts'
import { apps, csvLineOf, drawOperation } from '../crash/operations.ts'
import { Draw } from '../draw.ts'
import { studioKey } from './questions.ts'

// A process that fills a new data directory and dies, leaving the logs of both stores.
const [directory = '', seed] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'adtally-given-'))
const { call } = await openInstallation(dataDirectory(directory), { use: 'serve' })
const file = async (name: string, lines: readonly string[]) => {
  const path = join(folder, name)
  await writeFile(path, `${lines.join('\n')}\n`)
  return { files: [{ name, path }] }
}
await call(createAccount, { username: 'studio', key: studioKey })
const appLines = apps.map((app) => `${app},studio,Game ${app},ios`)
await call(
  importApps,
  {},
  await file('apps.csv', ['app_id,publisher,app_name,platform', ...appLines]),
)
const records = <Value>(count: number, record: (nth: number) => Value) =>
  Array.from({ length: count }, (_, nth) => JSON.stringify(record(nth + 1)))
const joined = '2026-01-01T00:00:00Z'
const games = records(9, (nth) => ({ id: `g${nth}`, name: `Game ${nth}`, created_at: joined }))
const users = records(60, (nth) => ({
  id: `u${nth}`,
  username: `player_${nth}`,
  joined_at: joined,
}))
const activity = records(400, (nth) => ({
  id: `x${nth}`,
  type: 'checkin',
  platform: nth % 2 ? 'ios' : 'android',
  created_at: new Date(Date.parse(joined) + nth * 1_000).toISOString(),
  user_id: `u${1 + (nth % 60)}`,
  game_id: `g${1 + (nth % 9)}`,
}))
for (const [kind, lines] of Object.entries({ games, users, activity })) {
  const given = await file(`${kind}.ndjson`, lines)
  await call(importCommunity, { kind: kind as 'games' }, given)
}
const draw = new Draw('fill', Number(seed))
const header = 'date,app_id,network,format,country,impressions,revenue'
const imports: number[] = []
for (let nth = 0; nth < 14; nth++) {
  const operation = drawOperation(draw)
  if (operation.kind === 'import') {
    const given = await file('figures.csv', [header, ...operation.rows.map(csvLineOf)])
    imports.push((await call(importFigures, {}, given)).import)
  } else if (imports.length > 2) await call(undoImport, { id: imports.shift()! })
}
process.kill(process.pid, 'SIGKILL')
