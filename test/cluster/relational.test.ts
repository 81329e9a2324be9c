import { describe } from 'vitest'
import { openPostgres } from '../../src/records/database.ts'
import { communityAppCases } from '../contracts/community-apps.ts'
import { communityBadRowCases } from '../contracts/community-bad-rows.ts'
import { communityCountCases } from '../contracts/community-counts.ts'
import { communityImportCases } from '../contracts/community-imports.ts'
import { describeRelationalStores } from '../contracts/relational.ts'
import { openCommunity } from '../fixtures/community.ts'
import { openCommunitySite } from '../import/community-site.ts'
import { sharePostgres } from './share-postgres.ts'

const postgres = sharePostgres()
const newDatabase = () => postgres().createDatabase()

describeRelationalStores('PostgreSQL', async () => openPostgres(await newDatabase()))

describe('imports into PostgreSQL', () => {
  const openSite = async () => openCommunitySite(await newDatabase())
  communityImportCases(openSite)
  communityAppCases(openSite)
  communityBadRowCases(openSite)
  communityCountCases(async () => openCommunity({}, await newDatabase()))
})
