import { type TSchema, Type } from 'typebox'
import { activityPlatforms, activityTypes } from '../../community/activity.ts'
import { platforms } from '../../values/platform.ts'
import { component, count, day, instant, nullable, oneOf, text, url } from '../openapi/members.ts'

/** The schemas of the public interface's answers, for its description. */

export const game = component('Game', {
  id: text(),
  name: text(),
  slug: text(),
  platforms: Type.Array(oneOf(platforms)),
  developer: nullable(text()),
  genre: nullable(text()),
  description: nullable(text()),
  icon_url: nullable(url()),
  released_on: nullable(day()),
  app_store_id: nullable(count()),
  app_bundle_id: nullable(text()),
  android_package: nullable(text()),
  players_count: count(),
  checkins_count: count(),
  created_at: instant(),
  url: url(),
  web_url: url(),
  activity_url: url(),
  players_url: url(),
  checkins_url: url(),
  discussions_url: url(),
})

export const user = component('User', {
  id: text(),
  username: text(),
  display_name: nullable(text()),
  avatar_url: nullable(url()),
  country_code: nullable(text()),
  joined_at: nullable(instant()),
  games_count: count(),
  checkins_count: count(),
  url: url(),
  web_url: url(),
  activity_url: url(),
  games_url: url(),
  checkins_url: url(),
  discussions_url: url(),
})

export const activity = component('Activity', {
  id: text(),
  type: oneOf(activityTypes),
  platform: oneOf(activityPlatforms),
  created_at: instant(),
  text: nullable(text()),
  url: url(),
  user: Type.Object({ id: text(), username: text(), url: url(), web_url: url() }),
  game: nullable(Type.Object({ id: text(), name: text(), url: url(), web_url: url() })),
})

/** A page of a list. The lists of everything also tell their addresses. */
const pageOf = (title: string, item: TSchema) =>
  component(title, {
    data: Type.Array(item),
    next_page_url: nullable(url('Null on the last page.')),
    url_templates: Type.Optional(Type.Record(Type.String(), text('RFC 6570.'))),
  })

export const gamesPage = pageOf('GamesPage', game)
export const usersPage = pageOf('UsersPage', user)
export const activityPage = pageOf('ActivityPage', activity)

export const root = component('Root', {
  games_url: url(),
  users_url: url(),
  activity_url: url(),
  documentation_url: url(),
  website_url: url(),
  terms: Type.Object({ use: text(), attribution: text(), links: text() }),
  rate_limit: Type.Object({ requests: count(), window_seconds: count(), counted_by: text() }),
})
