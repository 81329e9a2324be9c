import type { Activity, ActivityType } from '../../community/activity.ts'
import { formatInstant } from '../../values/instant.ts'
import type { NetworkLinks } from '../network-links.ts'
import { type Html, html } from './html.ts'

const verbs: Readonly<Record<ActivityType, string>> = {
  checkin: 'checked in',
  discussion: 'began a discussion',
  comment: 'commented',
  achievement: 'reached an achievement',
  follow: 'followed someone',
}

/** The latest activity, newest first. */
export function activityList(activity: readonly Activity[], links: NetworkLinks): Html {
  if (activity.length === 0) return html`<p class="empty">Nothing yet.</p>`
  return html`<ul class="list">${activity.map((record) => activityItem(record, links))}</ul>`
}

function activityItem({ type, user, game, text, createdAtMs }: Activity, links: NetworkLinks) {
  const instant = formatInstant(createdAtMs)
  const where = game && html` in <a href="${links.gamePage(game)}" dir="auto">${game.name}</a>`
  return html`<li><a href="${links.userPage(user)}" dir="auto">${user.username}</a> ${verbs[type]}${where}
<time datetime="${instant}">${formatDate(createdAtMs)}</time>${text && html`<p dir="auto">${text}</p>`}</li>`
}

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** A day as readers know it, in UTC. @param epochMs milliseconds since 1970 */
export function formatDate(epochMs: number): string {
  return dates.format(epochMs)
}
