import type { Activity } from '../../community/activity.ts'
import type { Game } from '../../community/game.ts'
import { dayMs } from '../../values/day.ts'
import { html } from '../../values/html.ts'
import type { Platform } from '../../values/platform.ts'
import type { NetworkLinks } from '../network-links.ts'
import { activityList, formatDate } from './activity-list.ts'
import { counts, layout, mark } from './layout.ts'

const platformNames: Readonly<Record<Platform, string>> = {
  ios: 'iOS',
  android: 'Android',
  amazon: 'Amazon',
}
const longestSummary = 200

export function gamePage(game: Game, latest: readonly Activity[], links: NetworkLinks): string {
  const { name, developer, genre } = game
  const description = game.description?.trim() || null
  const tags = [
    ...(genre ? [genre] : []),
    ...game.platforms.map((platform) => platformNames[platform]),
  ]
  const released = game.releasedOn === null ? null : formatDate(game.releasedOn * dayMs)
  const stores = storeLinks(game)
  const body = html`<header class="hero">${mark(name, false)}<div>
<h1 dir="auto">${name}</h1>
${developer && html`<p class="by">by <span dir="auto">${developer}</span></p>`}
<ul class="tags">${tags.map((tag) => html`<li>${tag}</li>`)}${released && html`<li>Released ${released}</li>`}</ul>
</div></header>
${counts({ Players: game.playersCount, 'Check-ins': game.checkinsCount })}
${description && html`<h2>About</h2><p class="text" dir="auto">${description}</p>`}
${stores.length > 0 ? html`<h2>Get it</h2><ul class="list">${stores.map(({ store, url }) => html`<li><a href="${url}" rel="noopener">${store}</a></li>`)}</ul>` : null}
<h2>Latest activity</h2>
${activityList(latest, 'user', links)}`
  const about = description ?? [genre, developer && `by ${developer}`].filter(Boolean).join(' ')
  return layout(
    {
      title: name,
      description: summary(about || `${name}: players, check-ins and discussions.`),
      url: links.gamePage(game),
      type: 'website',
      imageUrl: game.iconUrl,
      recordUrl: links.game(game),
    },
    links,
    body,
  )
}

/** The start of a description, for search engines and link previews. */
export function summary(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  if (characters.length <= longestSummary) return characters.join('')
  return `${characters
    .slice(0, longestSummary - 1)
    .join('')
    .trimEnd()}…`
}

function storeLinks({ appStoreId, androidPackage, platforms }: Game) {
  const onGoogle = androidPackage !== null && platforms.includes('android')
  return [
    appStoreId !== null && {
      store: 'App Store',
      url: `https://apps.apple.com/app/id${appStoreId}`,
    },
    onGoogle && {
      store: 'Google Play',
      url: `https://play.google.com/store/apps/details?id=${encodeURIComponent(androidPackage)}`,
    },
    androidPackage !== null &&
      platforms.includes('amazon') && {
        store: 'Amazon Appstore',
        url: `https://www.amazon.com/gp/mas/dl/android?p=${encodeURIComponent(androidPackage)}`,
      },
  ].filter((link) => link !== false)
}
