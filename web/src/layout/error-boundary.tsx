import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** When this changes, the children are rendered again. */
  readonly resetOn?: string
  /** Whether it contains the whole page. */
  readonly isOutermost?: boolean
}

interface ErrorBoundaryState {
  readonly message: string | null
  readonly resetOn: string | undefined
}

/** Shows an error of its children and a button to reload; without it, the page would be empty. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { message: null, resetOn: this.props.resetOn }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { message: error instanceof Error ? error.message : String(error) }
  }

  static getDerivedStateFromProps(
    { resetOn }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return resetOn === state.resetOn ? null : { message: null, resetOn }
  }

  override render(): ReactNode {
    const { message } = this.state
    const { children, isOutermost = false } = this.props
    if (message === null) return children
    const card = (
      <div className="card state" role="alert">
        <h2>This page cannot be shown</h2>
        <p>{message}</p>
        <button type="button" className="primary" onClick={() => location.reload()}>
          Reload
        </button>
      </div>
    )
    return isOutermost ? <main className="alone">{card}</main> : card
  }
}
