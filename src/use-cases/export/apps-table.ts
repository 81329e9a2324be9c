import type { App } from '../../publishers/app.ts'
import type { ColumnCells, ReportTable } from '../../reporting/report-table.ts'

const texts: readonly (readonly [name: string, member: keyof App])[] = [
  ['app_id', 'appId'],
  ['app_name', 'name'],
  ['platform', 'platform'],
  ['app_bundle_id', 'appBundleId'],
  ['android_package', 'androidPackage'],
]

/** The file of an account's apps. */
export function appsTable(apps: readonly App[]): ReportTable {
  const cells: ColumnCells[] = texts.map(([, member]) => ({
    kind: 'text',
    // Every app has its own label.
    codes: apps.map((app, index) => (app[member] === undefined ? null : index)),
    labels: apps.map((app) => String(app[member] ?? '')),
  }))
  cells.push({ kind: 'number', values: apps.map(({ appStoreId }) => appStoreId ?? null) })
  return {
    columns: [
      ...texts.map(([name]) => ({ name, type: { kind: 'text' } as const })),
      { name: 'app_store_id', type: { kind: 'integer' } },
    ],
    batches: (async function* () {
      if (apps.length > 0) yield { rowCount: apps.length, cells }
    })(),
  }
}
