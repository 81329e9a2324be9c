import type { Finding } from '../../alerts/finding.ts'
import type { Subject } from '../../alerts/looked.ts'
import type { Account } from '../../publishers/account.ts'
import type { Services } from '../services.ts'

/** How people know what findings are about. */
export interface SubjectNames {
  readonly nameOf: (subject: Subject) => string
  /** Null for an app that is not known. */
  readonly appIdOf: (key: number) => string | null
}

/** Names what findings are about, and other apps. @param otherApps their keys */
export async function nameSubjects(
  { apps }: Pick<Services, 'apps'>,
  { username }: Pick<Account, 'username'>,
  findings: readonly Finding[],
  otherApps: readonly number[] = [],
): Promise<SubjectNames> {
  const keys = new Set(otherApps)
  for (const { of, key } of findings.flatMap(({ subject, also }) => also.concat(subject))) {
    if (of === 'app_id') keys.add(key as number)
  }
  const known = new Map((await apps.byKeys([...keys])).map((app) => [app.key, app]))
  return {
    nameOf: ({ of, key }) => {
      if (key === null) return username
      return of === 'app_id' ? (known.get(key as number)?.name ?? `app ${key}`) : String(key)
    },
    appIdOf: (key) => known.get(key)?.appId ?? null,
  }
}
