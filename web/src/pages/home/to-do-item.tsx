import type { ReactNode } from 'react'
import { useAccount } from '../../api/queries.ts'
import type { ToDoItemAnswer } from '../../api/wire.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { AddressLink } from '../../saved-views/address-link.tsx'
import styles from './home.module.css'
import { textsOf } from './to-do-texts.tsx'

/** One thing to do: what is wrong, the money that is at stake, and where to do it. */
export function ToDoItem({ item }: { item: ToDoItemAnswer }) {
  const { title, more, action } = textsOf(item, nameOf(item))
  // Its network does it: a partner has no connections, and imports nothing.
  const isPartner = useAccount().share_role === 'partner'
  return (
    <li data-to-do={item.kind} data-of={item.network ?? item.connection}>
      <div>
        <b>{title}</b>
        <Days days={item.days} />
        <small>{more}</small>
      </div>
      <Money item={item} />
      {item.page !== null && !isPartner && (
        <AddressLink address={item.page}>
          {action}
          <span className="unseen">: {title}</span>
        </AddressLink>
      )}
    </li>
  )
}

/** The name that people use for what it is about. */
const nameOf = ({ network, connection }: ToDoItemAnswer): string =>
  network === null ? (connection ?? '') : networkName(network)

/** Longer lists of days are on the page. */
const maxSpans = 3

function Days({ days }: { days: ToDoItemAnswer['days'] }): ReactNode {
  if (days.length === 0) return null
  return (
    <span className={styles.days}>
      {' '}
      {days.slice(-maxSpans).map(({ start_date: from, end_date: to }, place) => (
        <span key={from}>
          {place > 0 && ', '}
          <DayRange from={from} to={to} />
        </span>
      ))}
      {days.length > maxSpans && ' and earlier'}
    </span>
  )
}

/** Money that is expected, and not known, is about right. */
function Money({ item }: { item: ToDoItemAnswer }) {
  const formats = useFormats()
  const { money_micros: micros } = item
  if (micros === null) return <span className={styles.money} />
  const amount = formats.about(Number(micros) / 1e6)
  return (
    <span className={styles.money} data-money={micros}>
      {'is_least' in item && <small>{item.is_least ? 'at least' : 'about'}</small>} {amount}
    </span>
  )
}
