// Serves PostGraphile: node postgraphile-process.ts FOLDER DATABASE, where the folder has its package.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const [folder, connectionString] = process.argv.slice(2)
const load = createRequire(join(folder!, 'package.json'))
const { postgraphile } = load('postgraphile')
const { grafserv } = load('postgraphile/grafserv/node')
const { makePgService } = load('postgraphile/adaptors/pg')
const { PostGraphileAmberPreset } = load('postgraphile/presets/amber')

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString, schemas: ['public'], poolConfig: { max: 16 } })],
  grafast: { explain: false },
  grafserv: { graphiql: false, watch: false },
  schema: { defaultBehavior: '-connection +list' },
})
const server = createServer()
await instance.createServ(grafserv).addTo(server)
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send!({ value: `http://127.0.0.1:${port}` })
})
process.on('disconnect', () => process.exit())
