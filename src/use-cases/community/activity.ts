import {
  type ActivityDetails,
  type ActivityPlatform,
  type ActivityType,
  activityPlatforms,
  activityTypes,
} from '../../community/activity.ts'
import type { CellRule } from '../../values/cell-rule.ts'
import { parseInstant } from '../../values/instant.ts'
import { idRule, instantRule, oneOfRule, textRule } from './cell-rules.ts'
import type { RecordCells, RecordKind } from './record-kind.ts'

/** An id like these would have the URL of a stream. */
const streamNames: readonly string[] = activityPlatforms

const recordId: CellRule = {
  ...idRule(true),
  accepts: `${idRule(true).accepts}, and not ${streamNames.join(' or ')}`,
  isAccepted: (value) => idRule(true).isAccepted(value) && !streamNames.includes(value),
}

export const activity: RecordKind = {
  rules: {
    id: recordId,
    type: oneOfRule(activityTypes),
    platform: oneOfRule(activityPlatforms),
    created_at: instantRule(true),
    user_id: idRule(true),
    game_id: idRule(false),
    text: textRule,
  },
  lists: [],
  checkRow: ({ type, game_id: gameId }, refuse) => {
    if (gameId === null && type !== 'follow') {
      refuse('game_id', 'the id of a game; only a follow needs none')
    }
  },
  put: (session, rows) => session.putActivity(rows.map(toActivity)),
}

function toActivity(cells: RecordCells): ActivityDetails {
  return {
    id: cells.id!,
    type: cells.type as ActivityType,
    platform: cells.platform as ActivityPlatform,
    createdAtMs: parseInstant(cells.created_at!)!,
    userId: cells.user_id!,
    gameId: cells.game_id ?? null,
    text: cells.text ?? null,
  }
}
