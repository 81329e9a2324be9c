import type { ReactNode } from 'react'
import { useAccount } from '../../api/queries.ts'
import type { ToDoItemAnswer, WireNumber } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { visible } from '../../figures/visible.ts'

interface Texts {
  readonly title: string
  readonly more: ReactNode
  readonly action: string
}

/** @param name of the network or connection that it is about */
export function textsOf(item: ToDoItemAnswer, name: string): Texts {
  if (item.kind === 'refused_key') {
    return {
      title: `${name} refuses the key`,
      more: item.message && `${item.message}.`,
      action: 'Change the key',
    }
  }
  if (item.kind === 'held_day') {
    return {
      title: `${name}’s report is held`,
      more: <Held item={item} />,
      action: 'Import or keep',
    }
  }
  if (item.kind === 'late_network') {
    return {
      title: `${name} is late`,
      more: <Late item={item} />,
      action: item.connection === null ? 'Import a file' : 'See its days',
    }
  }
  if (item.kind === 'gap') {
    return {
      title: `${name} differs from ${visible(item.report)}`,
      more: <Gap item={item} />,
      action: 'Compare',
    }
  }
  return {
    title: `${item.files.map(visible).join(', ')} was not imported`,
    more: item.message,
    action: 'Import again',
  }
}

interface Props<Kind> {
  readonly item: Extract<ToDoItemAnswer, { readonly kind: Kind }>
}

function Amount({ micros }: { micros: WireNumber }) {
  const formats = useFormats()
  return <bdi>{formats.money(micros)}</bdi>
}

function Held({ item }: Props<'held_day'>) {
  const { held_micros: held, imported_micros: imported } = item
  return (
    <>
      {imported !== null && (
        <>
          Imported: <Amount micros={imported} />.{' '}
        </>
      )}
      In the last report: <Amount micros={held} />.
    </>
  )
}

function Late({ item }: Props<'late_network'>) {
  const { connection, next_at: next, is_paused: isPaused } = item
  const { sees_all_apps: seesConnections, share_role: role } = useAccount()
  const formats = useFormats()
  if (role === 'partner') return 'Your network reports it.'
  if (!seesConnections) return null
  if (connection === null) return 'No connection fetches it.'
  if (isPaused) return `Its connection ${visible(connection)} is paused.`
  return next === null ? 'It is not asked again.' : `Asked again ${formats.instant(next)}.`
}

function Gap({ item }: Props<'gap'>) {
  const { report, primary_micros: own, secondary_micros: other } = item
  return (
    <>
      Counted: {own === null ? 'nothing' : <Amount micros={own} />}. In {visible(report)}:{' '}
      {other === null ? 'nothing' : <Amount micros={other} />}.
    </>
  )
}
