import type { ComponentProps } from 'react'

/** A button beside the main one, or without one. */
export function QuietButton(props: ComponentProps<'button'>) {
  return <button type="button" className="quiet" {...props} />
}
