// The public network in plain arrays, in the order of first import. Every answer is computed from
// all of them.

export interface NaiveGame {
  readonly id: string
  readonly name: string
}

export interface NaiveUser {
  readonly id: string
  readonly username: string
  readonly closed_at: string | null
}

export interface NaiveActivity {
  readonly id: string
  readonly type: string
  readonly platform: string
  readonly created_at: string
  readonly user_id: string
  readonly game_id: string | null
}

export interface NaiveOutcome {
  readonly added: number
  readonly updated: number
  readonly skipped_rows: number
}

const topicTypes: Readonly<Record<string, readonly string[]>> = {
  checkins: ['checkin'],
  discussions: ['discussion', 'comment'],
}

export class NaiveCommunity {
  games: NaiveGame[] = []
  users: NaiveUser[] = []
  activity: NaiveActivity[] = []

  putGames(rows: readonly NaiveGame[]): NaiveOutcome {
    return put(this.games, rows)
  }

  putUsers(rows: readonly NaiveUser[]): NaiveOutcome {
    return put(this.users, rows)
  }

  /** Rejects rows that name an unknown user or game. */
  putActivity(rows: readonly NaiveActivity[]): NaiveOutcome {
    const accepted = rows.filter(
      ({ user_id, game_id }) =>
        this.users.some(({ id }) => id === user_id) &&
        (game_id === null || this.games.some(({ id }) => id === game_id)),
    )
    return { ...put(this.activity, accepted), skipped_rows: rows.length - accepted.length }
  }

  openUsers(): NaiveUser[] {
    return this.users.filter(({ closed_at }) => closed_at === null)
  }

  /** Newest first; for equal times, the later imported first. */
  stream(isWanted: (record: NaiveActivity) => boolean): NaiveActivity[] {
    const open = new Set(this.openUsers().map(({ id }) => id))
    const seen = this.activity.filter((record) => open.has(record.user_id) && isWanted(record))
    return seen.reverse().sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  }

  ofGame(id: string, topic?: string): NaiveActivity[] {
    return this.stream((record) => record.game_id === id && isOf(record, topic))
  }

  ofUser(id: string, topic?: string): NaiveActivity[] {
    return this.stream((record) => record.user_id === id && isOf(record, topic))
  }

  playersOf(game: string): NaiveUser[] {
    return this.users.filter(({ id }) => this.ofGame(game).some(({ user_id }) => user_id === id))
  }

  gamesOf(user: string): NaiveGame[] {
    return this.games.filter(({ id }) => this.ofUser(user).some(({ game_id }) => game_id === id))
  }
}

const isOf = ({ type }: NaiveActivity, topic?: string) =>
  topic === undefined || topicTypes[topic]!.includes(type)

function put<Row extends { readonly id: string }>(kept: Row[], rows: readonly Row[]): NaiveOutcome {
  const before = kept.length
  for (const row of rows) {
    const place = kept.findIndex(({ id }) => id === row.id)
    if (place < 0) kept.push(row)
    else kept[place] = row
  }
  const added = kept.length - before
  return { added, updated: rows.length - added, skipped_rows: 0 }
}
