import type { StatementLine } from '../../settlement/statement-line.ts'
import type { Services } from '../services.ts'

/** The ids of apps by key, of merged and deleted ones too. */
export async function appIdsByKey(
  keys: readonly number[],
  { apps }: Pick<Services, 'apps'>,
): Promise<ReadonlyMap<number, string>> {
  const known = keys.length > 0 ? await apps.byKeys([...new Set(keys)]) : []
  return new Map(known.map(({ key, appId }) => [key, appId]))
}

/** The ids of apps that lines are about, by key. */
export const appIdsOfLines = (
  lines: readonly StatementLine[],
  services: Pick<Services, 'apps'>,
): Promise<ReadonlyMap<number, string>> =>
  appIdsByKey(
    lines.flatMap(({ parts }) => parts.flatMap(({ app }) => app ?? [])),
    services,
  )
