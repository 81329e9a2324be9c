import { communityAppCases } from '../contracts/community-apps.ts'
import { openCommunitySite } from './community-site.ts'

communityAppCases(openCommunitySite)
