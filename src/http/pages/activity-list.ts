import type { Activity, ActivityType } from '../../community/activity.ts'
import { type Html, html } from '../../values/html.ts'
import { formatInstant } from '../../values/instant.ts'
import type { NetworkLinks } from '../network-links.ts'

/** The activities of a user, without and with the name of a game after them. */
const phrases: Readonly<Record<ActivityType, readonly [alone: string, withGame: string]>> = {
  checkin: ['checked in', 'checked in at'],
  discussion: ['started a discussion', 'started a discussion about'],
  comment: ['commented', 'commented on'],
  achievement: ['unlocked an achievement', 'unlocked an achievement in'],
  follow: ['followed someone', 'followed'],
}

/**
 * The latest activity, newest first.
 *
 * @param shown link each item's user (on a game's page) or game (on a user's page)
 */
export function activityList(
  activity: readonly Activity[],
  shown: 'user' | 'game',
  links: NetworkLinks,
): Html {
  if (activity.length === 0) return html`<p class="empty">Nothing yet.</p>`
  return html`<ul class="list">${activity.map((record) => activityItem(record, shown, links))}</ul>`
}

function activityItem(record: Activity, shown: 'user' | 'game', links: NetworkLinks): Html {
  const { user, text } = record
  const instant = formatInstant(record.createdAtMs)
  const [alone, withGame] = phrases[record.type]
  const game = shown === 'game' ? record.game : null
  const what = game
    ? html`${withGame} <a href="${links.gamePage(game)}" dir="auto">${game.name}</a>`
    : alone
  const who =
    shown === 'user'
      ? html`<a href="${links.userPage(user)}" dir="auto">${user.username}</a> `
      : null
  return html`<li><div class="row"><span>${who}${what}</span>
<time datetime="${instant}">${formatDate(record.createdAtMs)}</time></div>${text && html`<p dir="auto">${text}</p>`}</li>`
}

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** A UTC date, such as "May 3, 2026". @param epochMs milliseconds since 1970 */
export function formatDate(epochMs: number): string {
  return dates.format(epochMs)
}
