import { X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from '../form/button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'

interface DialogProps {
  open: boolean
  onClose: () => void
  /** The consequence in words ("27 members would gain Stage 4"). */
  title: string
  closeLabel: string
  /** A small line over the title: where one is. */
  above?: string
  children: ReactNode
  footer?: ReactNode
  wide?: boolean
  /** Closed by its buttons only: what stands in it is shown once. */
  keeps?: boolean
}

/** A dialog that is taken away while it is open leaves the focus nowhere: it goes back to what had it. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const lost = document.activeElement === null || document.activeElement === document.body
        if (lost && before instanceof HTMLElement && before.isConnected) before.focus()
      })
    },
    [before],
  )
}

/** A dialog at a desk, a detail view from below on a phone. Escape and a press outside close it. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, closeLabel, above, children, footer, wide = false, keeps = false } = props
  useFocusBack()
  return (
    <ModalOverlay
      className={classNames('modal', wide && 'wide')}
      isOpen={open}
      onOpenChange={(now) => (now ? undefined : onClose())}
      isDismissable={!keeps}
      isKeyboardDismissDisabled={keeps}
    >
      <Modal className="frame">
        <AriaDialog className="dialog">
          <header>
            {above === undefined ? (
              <Heading slot="title" className="h2">
                {title}
              </Heading>
            ) : (
              <p className="dim">{above}</p>
            )}
            <Button kind="bare" icon aria-label={closeLabel} onClick={onClose}>
              <Icon of={X} />
            </Button>
          </header>
          <div className="body">
            {above === undefined ? null : (
              <Heading slot="title" className="h1">
                {title}
              </Heading>
            )}
            {children}
          </div>
          {footer === undefined ? null : <footer>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** A question in the middle of the screen with its answers below; small on phones too. */
export function Question({
  open,
  onClose,
  title,
  children,
  footer,
}: Omit<DialogProps, 'closeLabel' | 'wide' | 'keeps'>) {
  return (
    <ModalOverlay
      className="modal alone"
      isOpen={open}
      onOpenChange={(now) => (now ? undefined : onClose())}
      isDismissable
    >
      <Modal className="frame">
        <AriaDialog className="dialog" role="alertdialog">
          <div className="body">
            <Heading slot="title" className="h2">
              {title}
            </Heading>
            {children}
          </div>
          <footer>{footer}</footer>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
