import type { ImportSummaryAnswer } from '../../api/wire.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { countedRows, factsOf } from './import-facts.ts'
import { UndoButton } from './undo-button.tsx'

/** The summary of an import, with an undo. */
export function Imported({
  summary,
  onDone,
}: {
  summary: ImportSummaryAnswer
  onDone: () => void
}) {
  const formats = useFormats()
  const { import: id, slices, rows, first_day: first, last_day: last } = summary
  return (
    <div role="status">
      <p>
        <b>Import {id} is done.</b> {summary.source_title}: {countedRows(rows, slices, formats)}
        {first !== null && last !== null && (
          <>
            , <DayRange from={first} to={last} />
          </>
        )}
        .
      </p>
      {factsOf(summary, formats).map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      <div className="actions">
        <button type="button" className="primary" onClick={onDone}>
          Import more
        </button>
        <UndoButton id={id} onUndone={onDone} />
      </div>
    </div>
  )
}
