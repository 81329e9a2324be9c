import type { ReactNode } from 'react'
import type { ToDoItemAnswer, WireNumber } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { moneyTotals } from '../../figures/sums.ts'
import { visible } from '../../figures/visible.ts'

interface Texts {
  readonly title: string
  readonly more: ReactNode
  /** Whether its money is expected, and not known. */
  readonly isExpected: boolean
  readonly action: string
}

/** @param name of the network or connection that it is about */
export function textsOf(item: ToDoItemAnswer, name: string): Texts {
  if (item.kind === 'refused_key') {
    return {
      title: `${name} refuses the key`,
      more: item.message,
      isExpected: true,
      action: 'Change the key',
    }
  }
  if (item.kind === 'held_day') {
    return {
      title: `${name} is held`,
      more: <Held item={item} />,
      isExpected: false,
      action: 'Import or keep',
    }
  }
  if (item.kind === 'late_network') {
    return {
      title: `${name} is late`,
      more: <Late item={item} />,
      isExpected: true,
      action: item.connection === null ? 'Import a file' : 'See its days',
    }
  }
  if (item.kind === 'gap') {
    return {
      title: `${name} differs`,
      more: <Gap item={item} />,
      isExpected: false,
      action: 'Compare',
    }
  }
  return {
    title: `${item.files.map(visible).join(', ')} was not imported`,
    more: item.message,
    isExpected: false,
    action: 'Import again',
  }
}

type Of<Kind> = Extract<ToDoItemAnswer, { readonly kind: Kind }>

function Amount({ micros }: { micros: WireNumber }) {
  const formats = useFormats()
  return <bdi>{formats.metric('revenue', moneyTotals(micros))}</bdi>
}

function Held({
  item: { held_micros: held, imported_micros: imported },
}: {
  item: Of<'held_day'>
}) {
  return (
    <>
      The last report has only <Amount micros={held} />
      {imported !== null && (
        <>
          , and <Amount micros={imported} /> is imported
        </>
      )}
      .
    </>
  )
}

function Late({
  item: { connection, next_at: next, is_paused: isPaused },
}: {
  item: Of<'late_network'>
}) {
  const formats = useFormats()
  if (connection === null) return 'No connection fetches it.'
  if (isPaused) return `Its connection ${visible(connection)} is paused.`
  return next === null ? 'It is not asked again.' : `Asked again ${formats.instant(next)}.`
}

function Gap({
  item: { report, primary_micros: own, secondary_micros: other },
}: {
  item: Of<'gap'>
}) {
  return (
    <>
      The report {visible(report)} has {other === null ? 'nothing' : <Amount micros={other} />}, and{' '}
      {own === null ? 'nothing' : <Amount micros={own} />} is counted.
    </>
  )
}
