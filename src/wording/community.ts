import type { CommunityRefusals } from '../community/refusals.ts'
import { seeFile } from './phrases.ts'
import type { Wording } from './vocabulary.ts'

export const communityWording: Wording<CommunityRefusals> = {
  every_row_bad: ({ rejectFile }, { path }) =>
    seeFile('Nothing was imported. Every row is bad', rejectFile && path(rejectFile)),
}
