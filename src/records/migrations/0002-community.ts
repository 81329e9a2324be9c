import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../engine.ts'
import type { Tables } from '../tables/tables.ts'

/** Games, users and activity of the public network, and who plays what. */
export const community = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<Tables>) {
    await db.schema
      .createTable('games')
      .addColumn('key', types.key, types.asKey)
      .addColumn('id', types.text, (column) => column.notNull().unique())
      .addColumn('slug', types.text, (column) => column.notNull().unique())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('platforms', types.text, (column) => column.notNull())
      .addColumn('developer', types.text)
      .addColumn('genre', types.text)
      .addColumn('description', types.text)
      .addColumn('icon_url', types.text)
      .addColumn('released_on', types.integer)
      .addColumn('app_key', types.integer, (column) =>
        column.references('apps.key').onDelete('set null'),
      )
      .addColumn('created_at_ms', types.integer, (column) => column.notNull())
      .addColumn('players_count', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('checkins_count', types.integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('users')
      .addColumn('key', types.key, types.asKey)
      .addColumn('id', types.text, (column) => column.notNull().unique())
      .addColumn('username', types.text, (column) => column.notNull().unique())
      .addColumn('display_name', types.text)
      .addColumn('avatar_url', types.text)
      .addColumn('country_code', types.text)
      .addColumn('joined_at_ms', types.integer)
      .addColumn('closed_at_ms', types.integer)
      .addColumn('games_count', types.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('checkins_count', types.integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('activity')
      .addColumn('key', types.key, types.asKey)
      .addColumn('id', types.text, (column) => column.notNull().unique())
      .addColumn('type', types.text, (column) => column.notNull())
      .addColumn('topic', types.text)
      .addColumn('platform', types.text, (column) => column.notNull())
      .addColumn('created_at_ms', types.integer, (column) => column.notNull())
      .addColumn('user_key', types.integer, (column) => column.notNull().references('users.key'))
      .addColumn('game_key', types.integer, (column) => column.references('games.key'))
      .addColumn('text', types.text)
      .addColumn('withdrawn_at_ms', types.integer)
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
      .addColumn('game_key', types.integer, (column) => column.notNull().references('games.key'))
      .addColumn('user_key', types.integer, (column) => column.notNull().references('users.key'))
      .addColumn('activity_count', types.integer, (column) => column.notNull())
      .addColumn('checkins_count', types.integer, (column) => column.notNull())
      .addColumn('withdrawn_at_ms', types.integer)
      .addPrimaryKeyConstraint('plays_key', ['game_key', 'user_key'])
      .execute()
    await db.schema
      .createIndex('plays_of_user')
      .on('plays')
      .columns(['user_key', 'game_key'])
      .execute()
  },
})

/** An index for every stream that has pages, so that each page is one seek. */
const streams = {
  of_all: [],
  of_platform: ['platform'],
  of_game: ['game_key'],
  of_game_by_topic: ['game_key', 'topic'],
  of_user: ['user_key'],
  of_user_by_topic: ['user_key', 'topic'],
} as const
