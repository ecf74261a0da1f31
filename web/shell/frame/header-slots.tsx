import { createContext, useContext, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Elements of the frame into which the open page renders, through portals. */
interface Slots {
  title: HTMLElement | null
  row: HTMLElement | null
  foot: HTMLElement | null
}

/** Null where the frame has no header, as in the club and scheme portals; a page then shows its heading itself. */
export const SlotsContext = createContext<Slots | null>(null)

function InSlot({ name, children }: { name: keyof Slots; children: ReactNode }) {
  const element = useContext(SlotsContext)?.[name]
  return element ? createPortal(children, element) : null
}

/** Content for the header's bar, in place of the logo. */
export function HeaderTitle({ children }: { children: ReactNode }) {
  return <InSlot name="title">{children}</InSlot>
}

/** Content for the second row of the header, such as a greeting or the page's name. */
export function HeaderRow({ children }: { children: ReactNode }) {
  const slots = useContext(SlotsContext)
  return slots === null ? children : <InSlot name="row">{children}</InSlot>
}

/** Content for the beginning of the footer, such as "Last updated today, 14:02". */
export function FooterText({ children }: { children: ReactNode }) {
  return <InSlot name="foot">{children}</InSlot>
}
