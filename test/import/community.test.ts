import { communityImportCases } from '../contracts/community-imports.ts'
import { openCommunitySite } from './community-site.ts'

communityImportCases(openCommunitySite)
