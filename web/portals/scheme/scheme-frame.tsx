import { useLocation } from 'react-router'
import { DeskFrame } from '#web/desk/desk-frame.tsx'
import { Frame } from '#web/shell/frame/frame.tsx'

/** The frame of all pages. The editor has the whole width; other pages have the navigation of the desk beside them. */
export function SchemeFrame() {
  return useLocation().pathname.startsWith('/scheme/') ? <Frame /> : <DeskFrame />
}
