import type { Activity } from '../../community/activity.ts'
import type { Game } from '../../community/game.ts'
import type { CommunityUser } from '../../community/user.ts'
import { unknownCountry } from '../../values/country.ts'
import { html } from '../../values/html.ts'
import type { NetworkLinks } from '../network-links.ts'
import { activityList, formatDate } from './activity-list.ts'
import { counts, layout, mark } from './layout.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** @param games some of the games that the user plays */
export function userPage(
  user: CommunityUser,
  games: readonly Game[],
  latest: readonly Activity[],
  links: NetworkLinks,
): string {
  const name = user.displayName ?? user.username
  const country =
    user.countryCode && user.countryCode !== unknownCountry
      ? countryNames.of(user.countryCode)
      : undefined
  const body = html`<header class="hero">${mark(name, true)}<div>
<h1 dir="auto">${name}</h1>
<p class="by" dir="auto">@${user.username}</p>
<ul class="tags">${country ? html`<li>${country}</li>` : null}${user.joinedAtMs === null ? null : html`<li>Joined ${formatDate(user.joinedAtMs)}</li>`}</ul>
</div></header>
${counts({ Games: user.gamesCount, 'Check-ins': user.checkinsCount })}
<h2>Games</h2>
${games.length === 0 ? html`<p class="empty">None yet.</p>` : html`<ul class="list">${games.map((game) => html`<li><a href="${links.gamePage(game)}" dir="auto">${game.name}</a> ${game.developer && html`<span class="where">by <span dir="auto">${game.developer}</span></span>`}</li>`)}</ul>`}
<h2>Latest activity</h2>
${activityList(latest, 'game', links)}`
  return layout(
    {
      title: `${name} (@${user.username})`,
      description: `${name} plays ${times(user.gamesCount, 'game')} and has checked in ${times(user.checkinsCount, 'time')}.`,
      url: links.userPage(user),
      type: 'profile',
      imageUrl: user.avatarUrl,
      recordUrl: links.user(user),
    },
    links,
    body,
  )
}

const times = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`
