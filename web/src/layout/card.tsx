import { type ReactNode, useId } from 'react'

export interface CardProps {
  readonly title: string
  /** Beside the title. */
  readonly actions?: ReactNode
  /** For links to it. */
  readonly id?: string
  readonly children: ReactNode
}

/** A part of a page with a title. */
export function Card({ title, actions, id, children }: CardProps) {
  const titleId = useId()
  const heading = <h2 id={titleId}>{title}</h2>
  return (
    <section className="card" aria-labelledby={titleId} id={id}>
      {actions ? (
        <header className="card-head">
          {heading}
          {actions}
        </header>
      ) : (
        heading
      )}
      {children}
    </section>
  )
}
