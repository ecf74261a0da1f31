import { Component, type ReactNode } from 'react'
import { BrokenPage } from './solo-pages.tsx'

/** Shows an error page instead of an empty one when rendering fails. React has no hook for this, so it is a class. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override render(): ReactNode {
    return this.state.broken ? <BrokenPage /> : this.props.children
  }
}
