import { apps } from '../crash/operations.ts'

export const studioKey = 'studio-key-of-at-least-22-characters'
const credentials = `developer=studio&key=${studioKey}`
const days = 'start_date=2026-01-01&end_date=2026-12-31'
const v2 = '/api/v2/publisher'
const stats = `${v2}/applications/stats?${credentials}&${days}`

/** Questions whose answers together depend on all stored data of an installation. */
export const questions: readonly string[] = [
  `${v2}/applications?${credentials}`,
  stats,
  `${stats}&app_id=${apps.join()}`,
  ...['network', 'format', 'country'].map((group) => `${stats}&group_by=${group}`),
  `${v2}/changes?${credentials}`,
  `${v2}/freshness?${credentials}&${days}`,
  ...['games', 'users', 'activity'].map((list) => `/api/v1/${list}?limit=100`),
  '/api/v1/games/g1/players?limit=100',
  '/api/v1/users/player_1/checkins?limit=100',
]
