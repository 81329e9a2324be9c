import type { Transaction } from 'kysely'
import { type GameDetails, slugOf } from '../community/game.ts'
import type { Tables } from './tables/tables.ts'

/** A record that conflicts with the stored ones. */
export interface RefusedRecord {
  /** Its position in the batch. */
  readonly index: number
  readonly member: 'slug' | 'username' | 'app_id' | 'user_id' | 'game_id'
  readonly accepts: string
}

/** Adds a game, or updates the one with its id. @returns the refused member if it is not accepted */
export async function putGame(
  transaction: Transaction<Tables>,
  game: GameDetails,
  nowMs: number,
): Promise<'added' | 'updated' | Omit<RefusedRecord, 'index'>> {
  const app = game.appId === null ? null : await appOf(transaction, game.appId)
  if (app === undefined) return { member: 'app_id', accepts: 'the app_id of an app' }
  const existing = await transaction
    .selectFrom('games')
    .select(['key', 'slug', 'createdAtMs'])
    .where('id', '=', game.id)
    .executeTakeFirst()
  const holder = game.slug === null ? null : await holderOf(transaction, game.slug)
  if (holder && holder !== game.id) {
    return { member: 'slug', accepts: `a slug that no other game has; the game "${holder}" has it` }
  }
  const row = {
    id: game.id,
    slug: game.slug ?? existing?.slug ?? (await freeSlug(transaction, game)),
    name: game.name,
    platforms: game.platforms.join(','),
    developer: game.developer,
    genre: game.genre,
    description: game.description,
    iconUrl: game.iconUrl,
    releasedOn: game.releasedOn,
    appKey: app?.key ?? null,
    createdAtMs: game.createdAtMs ?? existing?.createdAtMs ?? nowMs,
  }
  if (!existing) {
    await transaction.insertInto('games').values(row).execute()
    return 'added'
  }
  await transaction.updateTable('games').set(row).where('key', '=', existing.key).execute()
  return 'updated'
}

function appOf(transaction: Transaction<Tables>, appId: string) {
  return transaction.selectFrom('apps').select('key').where('appId', '=', appId).executeTakeFirst()
}

/** The id of the game with a slug. */
async function holderOf(transaction: Transaction<Tables>, slug: string): Promise<string | null> {
  const row = await transaction
    .selectFrom('games')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.id ?? null
}

/** A slug from the game's name, with a number if other games have the same. */
async function freeSlug(transaction: Transaction<Tables>, game: GameDetails): Promise<string> {
  const base = slugOf(game.name) || 'game'
  let slug = base
  for (let number = 2; (await holderOf(transaction, slug)) !== null; number++) {
    slug = `${base}-${number}`
  }
  return slug
}
