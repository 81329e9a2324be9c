import type { GameDetails } from '../../community/game.ts'
import { type CellRule, patternRule } from '../../values/cell-rule.ts'
import { parseDay } from '../../values/day.ts'
import { isPlatform, type Platform, platforms } from '../../values/platform.ts'
import {
  dayRule,
  idRule,
  instantOf,
  instantRule,
  nameRule,
  textRule,
  urlRule,
} from './cell-rules.ts'
import type { RecordCells, RecordKind } from './record-kind.ts'

const platformsRule: CellRule = {
  required: false,
  accepts: `a list of ${platforms.join(', ')}`,
  isAccepted: (value) => value.split(',').every(isPlatform),
}

export const games: RecordKind = {
  rules: {
    id: idRule(true),
    name: nameRule(true),
    slug: patternRule(
      false,
      /^(?=.{1,100}$)[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u,
      'letters and digits joined by hyphens, such as hop-the-frog, at most 100',
    ),
    platforms: platformsRule,
    developer: nameRule(false),
    genre: nameRule(false),
    description: textRule,
    icon_url: urlRule,
    released_on: dayRule,
    app_id: { required: false, accepts: 'the app_id of an app', isAccepted: () => true },
    created_at: instantRule(false),
  },
  lists: ['platforms'],
  checkRow: () => undefined,
  put: (session, rows) => session.putGames(rows.map(toGame)),
}

function toGame(cells: RecordCells): GameDetails {
  const { id, name, slug, developer, genre, description } = cells
  return {
    id: id!,
    name: name!,
    slug: slug ?? null,
    platforms: (cells.platforms?.split(',') ?? []) as Platform[],
    developer: developer ?? null,
    genre: genre ?? null,
    description: description ?? null,
    iconUrl: cells.icon_url ?? null,
    releasedOn: parseDay(cells.released_on ?? ''),
    appId: cells.app_id ?? null,
    createdAtMs: instantOf(cells.created_at ?? null),
  }
}
