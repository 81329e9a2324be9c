import { communityCountCases } from '../contracts/community-counts.ts'
import { openCommunity } from '../fixtures/community.ts'

communityCountCases(openCommunity)
