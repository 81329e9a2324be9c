import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beginServer } from '../../src/compose/begin-server.ts'
import { type RunningServer, startServer } from '../../src/compose/start-server.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { createKey } from '../../src/use-cases/create-key.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { dayMs, dayOf, formatDay } from '../../src/values/day.ts'
import { openPulledSite, type PulledSite } from '../connections/pulled-site.ts'
import { Truth } from '../fake-networks/truth.ts'
import { quietConfig } from '../fixtures/quiet-config.ts'

/** A server that is scraped, with a connection to a fake network. Its clock begins today at noon. */
export interface MeasuredServer {
  readonly pulled: PulledSite
  readonly server: RunningServer
  /** A key of the account `studio` that reads. */
  readonly key: string
  /** The yesterday of its clock. */
  readonly yesterday: string
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>
  readonly importRows: (rows: string) => Promise<unknown>
  readonly scrape: () => Promise<Scraped>
  readonly close: () => Promise<void>
}

export async function openMeasuredServer(root: string): Promise<MeasuredServer> {
  const noon = dayOf(Date.now()) * dayMs + dayMs / 2
  const config = { ...quietConfig, metricsPort: 0 }
  const begun = await beginServer(config)
  const pulled = await openPulledSite(
    new Truth(),
    new Date(noon).toISOString(),
    root,
    begun.metrics,
  )
  const { installation } = pulled
  const yesterday = formatDay(dayOf(noon - dayMs))
  await pulled.connect('mintegral', { startDate: yesterday })
  const { key } = await installation.call(createKey, {
    username: 'studio',
    name: 'reader',
    allow: ['read'],
  })
  const server = await startServer(installation, dataDirectory(root), config, undefined, begun)
  let files = 0
  return {
    pulled,
    server,
    key,
    yesterday,
    get: (path, headers = {}) => fetch(`${server.baseUrl}${path}`, { headers }),
    importRows: async (rows) => {
      const path = join(root, `rows-${files++}.csv`)
      await writeFile(path, `date,app_id,network,format,country,impressions,revenue\n${rows}\n`)
      return installation.call(importFigures, {}, { files: [{ name: 'rows.csv', path }] })
    },
    scrape: async () => new Scraped(await (await fetch(server.metricsUrl!)).text()),
    close: async () => {
      await server.close()
      await pulled.close()
    },
  }
}

/** The metrics that Prometheus would read. */
export class Scraped {
  readonly text: string
  /** The names of metrics. */
  readonly names: ReadonlySet<string>
  /** The names of series: those of histograms have endings. */
  readonly seriesNames: ReadonlySet<string>

  constructor(text: string) {
    this.text = text
    const first = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name!))
    this.names = first(/^# TYPE (\S+)/gm)
    this.seriesNames = first(/^([a-z_0-9]+)(?:\{| )/gm)
  }

  /** The value of a series; undefined when there is none. @param labels as they are printed */
  value(name: string, labels = ''): number | undefined {
    const start = labels ? `${name}{${labels}} ` : `${name} `
    const line = this.text.split('\n').find((one) => one.startsWith(start))
    return line === undefined ? undefined : Number(line.slice(start.length))
  }
}
