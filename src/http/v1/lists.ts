import type {
  ActivityStream,
  CommunityStore,
  StreamPosition,
} from '../../community/community-store.ts'
import type { Game } from '../../community/game.ts'
import type { CommunityUser } from '../../community/user.ts'
import type { NetworkLinks } from '../network-links.ts'
import { keyCursor, type Page, type PageQuestion, pageOf, streamCursor } from './page.ts'
import { activityBody, gameBody, userBody } from './record-bodies.ts'

type ReadAfter<Item> = (after: number, limit: number) => Promise<Item[]>

/** @param read reads games after a key */
export function gamesPage(
  question: PageQuestion<number>,
  links: NetworkLinks,
  url: string,
  read: ReadAfter<Game>,
): Promise<Page> {
  return keyedPage(question, url, read, (game) => gameBody(game, links))
}

/** @param read reads users after a key */
export function usersPage(
  question: PageQuestion<number>,
  links: NetworkLinks,
  url: string,
  read: ReadAfter<CommunityUser>,
): Promise<Page> {
  return keyedPage(question, url, read, (user) => userBody(user, links))
}

function keyedPage<Item extends { readonly key: number }>(
  question: PageQuestion<number>,
  url: string,
  read: ReadAfter<Item>,
  toBody: (item: Item) => unknown,
): Promise<Page> {
  return pageOf(question, {
    url,
    cursor: keyCursor,
    read: (after, limit) => read(after ?? 0, limit),
    positionOf: ({ key }) => key,
    toBody,
  })
}

/** A page of a stream, newest record first. */
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
