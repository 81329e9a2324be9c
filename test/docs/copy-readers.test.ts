import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { serveReports, type TestServer } from '../fixtures/report-server.ts'
import { shareSite, studioKey } from '../import/import-site.ts'
import { storedRows } from '../property/stored-rows.ts'

const run = promisify(execFile)
const page = await readFile(new URL('../../docs/keeping-a-copy.md', import.meta.url), 'utf8')
const reader = /```python\n(.*?)```/s.exec(page)![1]!

const python = await run('python3', ['--version']).then(
  () => true,
  () => false,
)
const site = shareSite()
let server: TestServer
beforeAll(async () => {
  server = serveReports(site().installation)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

const columns =
  'date,app_id,network,format,country,ad_tag,impressions,clicks,installs,requests,matched_requests,revenue'

// Python is not part of the project: the reader is tested where there is one.
test.skipIf(!python)(
  'the reader of the page keeps a copy through imports and undos, and begins again after 410',
  async () => {
    const path = join(site().root, 'reader.py')
    const copy = join(site().root, 'reader.db')
    await writeFile(path, reader)
    const { port } = server.app.server.address() as AddressInfo
    const environment = {
      ...process.env,
      ADTALLY_URL: `http://127.0.0.1:${port}`,
      ADTALLY_KEY: studioKey,
      ADTALLY_COPY: copy,
    }
    const read = async () => {
      await run('python3', [path], { env: environment })
      expect(rowsOf(copy)).toEqual(await storedRows(site(), accountId))
    }
    const { id: accountId } = await site().installation.accounts.get('studio')
    const importLines = (lines: string[]) => site().importLines(lines, { columns })
    const many = Array.from(
      { length: 300 },
      (_, index) => `2026-03-01,brick,net_${index},video,US,,1,,,,,1.5`,
    )
    await importLines([...many, '2026-03-02,zap-ios,admob,video,US,top,1,2,,4,,9999999999.999999'])
    await read()
    const { import: id } = await importLines([
      '2026-03-01,brick,net_7,banner,DE,,5,,1,,3,-0.000001',
    ])
    await read()
    await site().call(undoImport, { id })
    await read()
    await read()
    const database = new DatabaseSync(copy)
    database.exec("UPDATE place SET cursor = 'ZzE3NjBjMS4yLjMuNA'; UPDATE figures SET clicks = 77")
    database.close()
    await read()
  },
)

function rowsOf(copy: string): string[] {
  const database = new DatabaseSync(copy, { readOnly: true })
  const statement = database.prepare('SELECT * FROM figures')
  statement.setReadBigInts(true)
  const rows = statement.all().map((row) =>
    Object.values(row)
      .map((value) => value ?? '-')
      .join(' '),
  )
  database.close()
  return rows.sort()
}
