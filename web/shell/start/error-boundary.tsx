import { Component, type ReactNode } from 'react'
import { BrokenPage } from './solo-pages.tsx'

/** Shows words instead of an empty page when drawing fails. React offers this to classes only. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override render(): ReactNode {
    return this.state.broken ? <BrokenPage /> : this.props.children
  }
}
