import type { App } from '../../publishers/app.ts'
import type { FiguresQuestion } from './figures-question.ts'

/** This interface lists Amazon apps as android. */
export function gamePlatform(app: App): 'android' | 'ios' {
  return app.platform === 'ios' ? 'ios' : 'android'
}

/** The app's identifier in its store, or its `app_id` when it has none. */
export function gameIdentifier(app: App): string {
  const own = app.platform === 'ios' ? app.appStoreId?.toString() : app.androidPackage
  return own ?? app.appId
}

/** Whether a path with this platform and identifier names the app. */
export function isNamedBy(app: App, platform: 'android' | 'ios', identifier: string): boolean {
  return gamePlatform(app) === platform && gameIdentifier(app) === identifier
}

/** How answers describe an app. */
export const gameMembers = (app: App) => ({
  game_identifier: gameIdentifier(app),
  game_name: app.name,
  game_platform: gamePlatform(app),
})

/** The URL of an app's figures on one day: parts with the day between them. */
export function gameUrl(
  app: App,
  question: Pick<FiguresQuestion, 'creativeType' | 'network' | 'adTag' | 'asOf'>,
  username: string,
  linkKey: string | null,
  baseUrl: string,
): readonly string[] {
  const path = [username, gamePlatform(app), gameIdentifier(app)].map(encodeURIComponent).join('/')
  const { creativeType, network, adTag, asOf } = question
  const rest = new URLSearchParams({
    ...(creativeType && { creative_type: creativeType }),
    ...(network && { network }),
    ...(adTag && { ad_tag: adTag }),
    ...(asOf && { as_of: asOf }),
    ...(app.platform === 'amazon' && { platform: 'amazon' }),
    ...(linkKey !== null && { key: linkKey }),
  }).toString()
  return [`${baseUrl}/api/publisher/${path}/?start_date=`, '&end_date=', rest && `&${rest}`]
}
