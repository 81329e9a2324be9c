import type { AccountAnswer } from '../api/wire.ts'
import type { Formats } from '../figures/formats.ts'
import { titleOfPath } from '../layout/destinations.ts'
import { dimensionTitle, type NameOf, valueNames } from '../reports/names.ts'
import { readAddress } from '../view/address.ts'
import { daysTitle } from '../view/days-title.ts'
import { withCurrentNames } from '../view/old-address.ts'
import { viewFilterNames } from '../view/view.ts'

/** Values of a filter that are named. */
const maxNamed = 2

/** The page with an address, in a few words: `Overview · Last 7 days · AdMob`. */
export function describeAddress(
  address: string,
  { apps, max_range_days: maxRangeDays }: AccountAnswer,
  formats: Formats,
): string {
  const { pathname, searchParams } = new URL(address, location.origin)
  const appIds = new Set(apps.map((app) => app.app_id))
  const { range, filters } = readAddress(withCurrentNames(searchParams), {
    appIds,
    maxRangeDays,
  }).view
  const nameOf = valueNames(formats, apps)
  const days = 'preset' in range ? daysTitle(range.preset) : formats.range(range.from, range.to)
  const chosen = viewFilterNames.flatMap((name) => {
    const values = filters[name] ?? []
    if (values.length > maxNamed) {
      return `${dimensionTitle(name)}: ${formats.count(values.length)} chosen`
    }
    return values.map((value) => nameOf(name, value))
  })
  return [pageOf(pathname, nameOf), days, ...chosen].join(' · ')
}

const appPath = /^\/dashboard\/apps\/([^/]+)\/?$/

function pageOf(path: string, nameOf: NameOf): string {
  const [, id] = appPath.exec(path) ?? []
  return id === undefined ? titleOfPath(path) : nameOf('app_id', decoded(id))
}

/** The text itself when it is not encoded correctly. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
