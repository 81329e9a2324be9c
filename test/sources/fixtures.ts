import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from 'csv-parse/sync'
import { sources } from '../../src/sources/all-sources.ts'
import type { GivenFile } from '../../src/sources/readers/input-file.ts'
import type { FiguresRequest } from '../../src/use-cases/import-figures.ts'
import { type ImportSite, studioKey } from '../import/import-site.ts'

/** The options of a fixture's import, and its expected summary. */
interface Options {
  readonly createApps?: string
  readonly day?: string
  readonly app?: string
  readonly network?: string
  /** Apps of the site by their ids in the report. */
  readonly links?: Readonly<Record<string, string>>
  readonly unknownCountries?: Readonly<Record<string, number>>
  readonly unknownFormats?: Readonly<Record<string, number>>
}

/** Files of one source that form one import, and the expected figures. */
export interface Fixture {
  /** The folder, relative to this file. */
  readonly name: string
  readonly source: string
  readonly files: readonly GivenFile[]
  readonly request: FiguresRequest
  readonly links: Readonly<Record<string, string>>
  readonly unknownCountries: Readonly<Record<string, number>>
  readonly unknownFormats: Readonly<Record<string, number>>
  /** Whether the source reports what advertising cost, and no figures. */
  readonly isOfSpend: boolean
  /** Lines in the notation of {@link ImportSite.figures}, or of {@link spendOf}. */
  readonly expected: readonly string[]
  /** Lines of `day country impressions requests matched`; unknown counts are `null`. */
  readonly requests: readonly string[]
  /** Lines of `day country ad-tag impressions micros`. */
  readonly adTags: readonly string[]
}

const root = import.meta.dirname

/** The fixtures of a source: its folder, and subfolders for other forms of its reports. */
export function fixturesOf(source: string): Fixture[] {
  const folder = join(root, source)
  const forms = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [folder, ...forms.map(({ name }) => join(folder, name))].map((path) =>
    readFixture(source, path),
  )
}

/** The folders that contain fixtures. */
export const fixtureFolders = (): string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

function readFixture(source: string, folder: string): Fixture {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !['expected.csv', 'options.json'].includes(entry.name))
    .map(({ name }) => ({ name, path: join(folder, name) }))
  const { links, unknownCountries, unknownFormats, ...request } = JSON.parse(
    readFileSync(join(folder, 'options.json'), 'utf8'),
  ) as Options
  const rows = parse(readFileSync(join(folder, 'expected.csv')), { from_line: 2 }) as string[][]
  const isOfSpend = sources.get(source)!.reports.every(({ kinds }) => kinds?.[0] === 'spend')
  const ofFigures = isOfSpend ? [] : rows
  return {
    name: relative(root, folder),
    source,
    files,
    request,
    links: links ?? {},
    unknownCountries: unknownCountries ?? {},
    unknownFormats: unknownFormats ?? {},
    isOfSpend,
    expected: (isOfSpend ? rows.map((cells) => cells.join(' ')) : addedUp(rows)).sort(),
    requests: ofFigures
      .map(([day, , , , country, impressions, , , , requests, matched]) =>
        [day, country, impressions, requests || 'null', matched || 'null'].join(' '),
      )
      .sort(),
    adTags: ofFigures
      .map(([day, , , , country, impressions, , , micros, , , adTag = 'default']) =>
        [day, country, adTag, impressions, micros].join(' '),
      )
      .sort(),
  }
}

/** Figures without their ad tags, in the notation of {@link ImportSite.figures}. */
function addedUp(rows: readonly string[][]): string[] {
  const sums = new Map<string, bigint[]>()
  for (const cells of rows) {
    const key = cells.slice(0, 5).join(' ')
    // An unknown count adds nothing to a sum.
    const figures = cells.slice(5, 9).map(BigInt)
    const before = sums.get(key) ?? [0n, 0n, 0n, 0n]
    sums.set(
      key,
      before.map((sum, index) => sum + figures[index]!),
    )
  }
  return [...sums].map(([key, figures]) => [key, ...figures].join(' '))
}

/** The site's figures, showing apps that an import created by name. */
export async function namedFigures(site: ImportSite): Promise<string[]> {
  const created = (await site.applications()).filter((app) => /^\d+$/.test(String(app.app_id)))
  const names = new Map(created.map((app) => [String(app.app_id), String(app.app_name)]))
  const lines = (await site.figures()).map((line) => {
    const [day = '', app = '', ...rest] = line.split(' ')
    return [day, names.get(app) ?? app, ...rest].join(' ')
  })
  return lines.sort()
}

/** The spend of `studio`: day, name of the app, channel, campaign, country, impressions, clicks, installs and micros. */
export async function spendOf(site: ImportSite): Promise<string[]> {
  const days = { start_date: '2026-01-01', end_date: '2026-12-31' }
  const dimensions = 'date,app_name,channel,campaign,country'
  const metrics = 'spend_impressions,spend_clicks,spend_installs,cost'
  const { body } = await site.server.get(
    '/api/v2/publisher/report',
    { ...days, dimensions, metrics },
    { authorization: `Bearer ${studioKey}` },
  )
  const rows: readonly (readonly unknown[])[] = JSON.parse(body).data.map(Object.values)
  return rows.map((cells) => cells.map((cell) => cell ?? '').join(' ')).sort()
}
