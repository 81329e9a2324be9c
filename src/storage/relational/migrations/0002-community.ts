import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Tables } from '../tables.ts'

/** Games, users and activity of the public network, and who plays what. */
export const community: Migration = {
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('games')
      .addColumn('key', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('slug', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('platforms', 'text', (column) => column.notNull())
      .addColumn('developer', 'text')
      .addColumn('genre', 'text')
      .addColumn('description', 'text')
      .addColumn('icon_url', 'text')
      .addColumn('released_on', 'integer')
      .addColumn('app_key', 'integer', (column) =>
        column.references('apps.key').onDelete('set null'),
      )
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('players_count', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('checkins_count', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('users')
      .addColumn('key', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('username', 'text', (column) => column.notNull().unique())
      .addColumn('display_name', 'text')
      .addColumn('avatar_url', 'text')
      .addColumn('country_code', 'text')
      .addColumn('joined_at_ms', 'bigint')
      .addColumn('closed_at_ms', 'bigint')
      .addColumn('games_count', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('checkins_count', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('activity')
      .addColumn('key', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('topic', 'text')
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('user_key', 'integer', (column) => column.notNull().references('users.key'))
      .addColumn('game_key', 'integer', (column) => column.references('games.key'))
      .addColumn('text', 'text')
      .addColumn('withdrawn_at_ms', 'bigint')
      .execute()
    for (const [name, columns] of Object.entries(streams)) {
      await db.schema
        .createIndex(`activity_${name}`)
        .on('activity')
        .columns([...columns, 'created_at_ms', 'key'])
        .where(sql.ref('withdrawn_at_ms'), 'is', null)
        .execute()
    }
    await db.schema
      .createTable('plays')
      .addColumn('game_key', 'integer', (column) => column.notNull().references('games.key'))
      .addColumn('user_key', 'integer', (column) => column.notNull().references('users.key'))
      .addColumn('activity_count', 'integer', (column) => column.notNull())
      .addColumn('checkins_count', 'integer', (column) => column.notNull())
      .addColumn('withdrawn_at_ms', 'bigint')
      .addPrimaryKeyConstraint('plays_key', ['game_key', 'user_key'])
      .execute()
    await db.schema
      .createIndex('plays_of_user')
      .on('plays')
      .columns(['user_key', 'game_key'])
      .execute()
  },
}

/** An index for every stream that has pages, so that each page is one seek. */
const streams = {
  of_all: [],
  of_platform: ['platform'],
  of_game: ['game_key'],
  of_game_by_topic: ['game_key', 'topic'],
  of_user: ['user_key'],
  of_user_by_topic: ['user_key', 'topic'],
} as const
