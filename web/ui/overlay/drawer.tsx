import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components'

/** A panel that slides in from the start side. Escape and a click outside close it. */
export function Drawer({
  open,
  onClose,
  label,
  children,
}: {
  open: boolean
  onClose: () => void
  label: string
  children: ReactNode
}) {
  return (
    <ModalOverlay
      className="modal at-start"
      isOpen={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      isDismissable
    >
      <Modal className="frame">
        <AriaDialog className="drawer" aria-label={label}>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
