import { communityBadRowCases } from '../contracts/community-bad-rows.ts'
import { openCommunitySite } from './community-site.ts'

communityBadRowCases(openCommunitySite)
