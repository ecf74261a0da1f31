import { useLocation } from 'react-router'
import { DeskFrame } from '#web/desk/desk-frame.tsx'
import { Frame } from '#web/shell/frame/frame.tsx'

/** The tree takes the whole page; all else of the office stands beside its navigation. */
export function SchemeFrame() {
  return useLocation().pathname.startsWith('/scheme/') ? <Frame /> : <DeskFrame />
}
