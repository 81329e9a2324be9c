import type {
  ActivityStream,
  CommunityStore,
  StreamPosition,
} from '../../community/community-store.ts'
import type { Game } from '../../community/game.ts'
import type { User } from '../../community/user.ts'
import type { NetworkLinks } from '../network-links.ts'
import { keyCursor, type Page, type PageQuestion, pageOf, streamCursor } from './page.ts'
import { activityBody, gameBody, userBody } from './record-bodies.ts'

/** A page of games. @param read reads games after the key of one */
export function gamesPage(
  question: PageQuestion<number>,
  links: NetworkLinks,
  url: string,
  read: (after: number, limit: number) => Promise<Game[]>,
): Promise<Page> {
  return pageOf(question, {
    url,
    cursor: keyCursor,
    read: (after, limit) => read(after ?? 0, limit),
    positionOf: ({ key }) => key,
    toBody: (game) => gameBody(game, links),
  })
}

/** A page of users. @param read reads users after the key of one */
export function usersPage(
  question: PageQuestion<number>,
  links: NetworkLinks,
  url: string,
  read: (after: number, limit: number) => Promise<User[]>,
): Promise<Page> {
  return pageOf(question, {
    url,
    cursor: keyCursor,
    read: (after, limit) => read(after ?? 0, limit),
    positionOf: ({ key }) => key,
    toBody: (user) => userBody(user, links),
  })
}

/** A page of a stream, the newest record first. */
export function activityPage(
  question: PageQuestion<StreamPosition>,
  links: NetworkLinks,
  url: string,
  community: CommunityStore,
  stream: ActivityStream,
): Promise<Page> {
  return pageOf(question, {
    url,
    cursor: streamCursor,
    read: (after, limit) => community.activity(stream, after, limit),
    positionOf: ({ createdAtMs, key }) => ({ createdAtMs, key }),
    toBody: (activity) => activityBody(activity, links),
  })
}
