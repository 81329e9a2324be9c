import { openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { noServers } from '../../src/config/servers.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { storedBooksCases } from './stored-books-cases.ts'

storedBooksCases(async () =>
  openInstallation(
    { ...dataDirectory(await newFolder(), noServers), figures: ':memory:', relational: ':memory:' },
    { use: 'serve', now: () => new Date('2027-01-10T12:00:00Z') },
  ),
)
