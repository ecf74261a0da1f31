import { useEffect } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { restoreLostFocus } from '#web/ui/lost-focus.ts'
import { MaintenancePage } from './solo-pages.tsx'

/** The maintenance page over the open pages, which keep what is typed in them. Only its buttons close it. */
export function MaintenanceCover(props: { onLeave?: () => void }) {
  // what had the focus may be gone, such as a button that was disabled while its call was refused
  useEffect(() => () => restoreLostFocus(), [])
  return (
    <ModalOverlay className="maintenance" isOpen isKeyboardDismissDisabled>
      <Modal>
        <Dialog aria-labelledby="maintenance-heading">
          <MaintenancePage {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
