import { useEffect, useMemo, useRef } from 'react'
import type { WireMetric } from '../../../../src/reporting/question/vocabulary.ts'
import type { ImportPreviewAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { type Formats, none, useFormats } from '../../figures/formats.ts'
import { titleOf } from '../../figures/metrics.ts'
import { microsOf } from '../../figures/micros.ts'
import { networkName } from '../../figures/names.ts'
import { type DataColumn, DataTable } from '../../tables/data-table.tsx'
import { countedRows, factsOf } from './import-facts.ts'
import styles from './imports.module.css'

type PreviewedDay = ImportPreviewAnswer['days'][number]

export interface ImportPreviewProps {
  readonly preview: ImportPreviewAnswer
  readonly onImport: () => void
  readonly onCancel: () => void
}

/** The changes that an import would make, by network and day. */
export function ImportPreview({ preview, onImport, onCancel }: ImportPreviewProps) {
  const formats = useFormats()
  const { source_title: source, day_zone: zone, rows, slices, unchanged_slices: same } = preview
  const [total] = Object.keys(preview.totals ?? {})
  const columns = useMemo(() => columnsOf(formats, total), [formats, total])
  const isNothing = slices === same && preview.removed_slices === 0
  const title = useRef<HTMLParagraphElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <p ref={title} tabIndex={-1} role="status">
        <b>Nothing is imported yet.</b> {source}, days in {zone}:{' '}
        {countedRows(rows, slices, formats)}, {formats.count(same)} of them unchanged.
      </p>
      {isNothing && <p>Importing would change nothing: these figures are already here.</p>}
      {factsOf(preview, formats).map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      <div className="actions">
        <button type="button" className="primary" onClick={onImport}>
          Import
        </button>
        <QuietButton onClick={onCancel}>Cancel</QuietButton>
      </div>
      <DataTable
        label="What would change"
        className={`${styles.preview} stacked`}
        columns={columns}
        rows={preview.days}
        keyOf={({ network, day }) => `${network} ${day}`}
      />
      {preview.more_days > 0 && (
        <p className="note">
          Not listed: {formats.count(preview.more_days)} more, by network and day.
        </p>
      )}
    </>
  )
}

/** @param total the total of a kind of fact other than ad figures */
const columnsOf = (formats: Formats, total?: string): DataColumn<PreviewedDay>[] => [
  { id: 'day', header: 'Day', cell: ({ day }) => formats.day(day, 'short') },
  {
    id: 'network',
    header: total ? 'Source' : 'Network',
    cell: ({ network }) => networkName(network),
  },
  ...(total ? [totalColumn(formats, total)] : figureColumns(formats)),
  { id: 'slices', header: 'Changes', cell: (one) => slicesOf(one, formats) },
]

const totalColumn = (formats: Formats, total: string): DataColumn<PreviewedDay> => ({
  id: total,
  header: titleOf(total as WireMetric),
  isNumber: true,
  cell: (one) => beforeAndAfter(one, (when) => formats.count(Number(one[`total_${when}`]))),
})

const figureColumns = (formats: Formats): DataColumn<PreviewedDay>[] => [
  {
    id: 'change',
    header: 'Change',
    isNumber: true,
    cell: (one) => {
      const change = microsOf(one.revenue_after) - microsOf(one.revenue_before)
      return <b>{formats.moneyChange(change.toString())}</b>
    },
  },
  {
    id: 'revenue',
    header: 'Revenue',
    isNumber: true,
    cell: (one) => beforeAndAfter(one, (when) => formats.figure('revenue', one[`revenue_${when}`])),
  },
  {
    id: 'impressions',
    header: 'Impressions',
    isNumber: true,
    cell: (one) =>
      beforeAndAfter(one, (when) => formats.figure('impressions', one[`impressions_${when}`])),
  },
]

const slicesOf = (one: PreviewedDay, formats: Formats): string =>
  (
    [
      [one.slices_added, 'added'],
      [one.slices_restated, 'restated'],
      [one.slices_unchanged, 'unchanged'],
      [one.slices_removed, 'removed'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${formats.count(count)} ${what}`)
    .join(', ')

/** A day that is new has no figures before. */
function beforeAndAfter(one: PreviewedDay, textOf: (when: 'before' | 'after') => string) {
  const isNew = one.slices_restated + one.slices_unchanged + one.slices_removed === 0
  const isGone = one.slices_added + one.slices_restated + one.slices_unchanged === 0
  return `${isNew ? none : textOf('before')} → ${isGone ? none : textOf('after')}`
}
