import { createContext, useContext, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The places in the frame that a page fills. */
interface Slots {
  title: HTMLElement | null
  row: HTMLElement | null
  foot: HTMLElement | null
}

/** Null where the frame has no header: a desk's page then holds its name itself. */
export const SlotsContext = createContext<Slots | null>(null)

function InSlot({ name, children }: { name: keyof Slots; children: ReactNode }) {
  const element = useContext(SlotsContext)?.[name]
  return element ? createPortal(children, element) : null
}

/** Stands in the header's bar in place of the logo. */
export function HeaderTitle({ children }: { children: ReactNode }) {
  return <InSlot name="title">{children}</InSlot>
}

/** A second row of the header: a greeting, a page's name. */
export function HeaderRow({ children }: { children: ReactNode }) {
  const slots = useContext(SlotsContext)
  return slots === null ? children : <InSlot name="row">{children}</InSlot>
}

/** First words of the footer, such as "Last updated today, 14:02". */
export function FootNote({ children }: { children: ReactNode }) {
  return <InSlot name="foot">{children}</InSlot>
}
