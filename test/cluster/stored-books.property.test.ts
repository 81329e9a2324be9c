import { join } from 'node:path'
import { openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { noServers } from '../../src/config/servers.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { storedBooksCases } from '../settlement/stored-books-cases.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { sharePostgres } from './share-postgres.ts'

const clickhouse = shareClickhouse()
const postgres = sharePostgres()

storedBooksCases(async () => {
  const servers = {
    ...noServers,
    clickhouse: clickhouse.newDatabase(),
    databaseUrl: await postgres().createDatabase(),
  }
  const secret = join(await newFolder(), 'secret.key')
  return openInstallation(dataDirectory(await newFolder(), servers, secret), {
    use: 'serve',
    now: () => new Date('2027-01-10T12:00:00Z'),
  })
})
