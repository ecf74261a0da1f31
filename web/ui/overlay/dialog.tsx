import { X } from 'lucide-react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from '../form/button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { restoreLostFocus } from '../lost-focus.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
  /** States the consequence where there is one ("27 members would gain Stage 4"). */
  title: string
  closeLabel: string
  /** A small line in the header, such as the name of a group. The title then stands below it, in the body. */
  above?: string
  children: ReactNode
  footer?: ReactNode
  wide?: boolean
  /** Only its buttons close it, not Escape or a click outside: for content that is shown only once. */
  persistent?: boolean
}

/** What opens a dialog: the element that has the focus, or the button of the open menu that it is in. */
function openerNow(): Element | null {
  const focused = document.activeElement
  return focused?.closest('[role=menu]') ? document.querySelector('[aria-haspopup][aria-expanded=true]') : focused
}

/** Gives the focus back to what opened a dialog when it closes, or to the page's main part when that is gone. */
function useRestoreFocus(open: boolean): void {
  // during rendering, before the dialog takes the focus and a menu closes
  const opener = useMemo(() => (open ? openerNow() : null), [open])
  useEffect(() => {
    if (!open) return undefined
    // in the next frame, so that a focus set by the page that replaces the dialog is kept
    return () => restoreLostFocus(opener)
  }, [open, opener])
}

const CONTROLS = 'input:not([type=hidden]), select, textarea, button, a[href], [contenteditable=true]'

/**
 * A ref for the body of a dialog: the focus begins in its first field, unless something has it already, so that nobody
 * has to press Tab before typing. Where the body begins with a choice, button or link there is something to read first, and on
 * touch screens the focus would bring up the keyboard; there the dialog itself keeps the focus.
 */
function focusFirstField(body: HTMLElement | null): void {
  if (body === null || body.contains(document.activeElement) || !matchMedia('(pointer: fine)').matches) return
  const first = [...body.querySelectorAll<HTMLElement>(CONTROLS)].find((control) => !control.matches(':disabled'))
  if (first && !first.matches('button, a, [type=radio], [type=checkbox]')) first.focus()
}

/**
 * A dialog; on a phone it comes from below and fills the screen. Escape and a click outside close it. While it is closed
 * nothing of it is rendered: React Aria's part takes time even then, and a page may have a dialog in each row.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  useRestoreFocus(open)
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { onClose, title, closeLabel, above, children, footer, wide = false, persistent = false } = props
  return (
    <ModalOverlay
      className={classNames('modal', wide && 'wide')}
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      isDismissable={!persistent}
      isKeyboardDismissDisabled={persistent}
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
              <Icon icon={X} />
            </Button>
          </header>
          <div ref={focusFirstField} className="body">
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

type QuestionProps = Pick<DialogProps, 'open' | 'onClose' | 'title' | 'children' | 'footer'>

/** A question in a small dialog, with the answers below; on phones it stays in the middle of the screen. */
export function Question({ open, ...rest }: QuestionProps) {
  useRestoreFocus(open)
  return open ? <OpenQuestion {...rest} /> : null
}

function OpenQuestion({ onClose, title, children, footer }: Omit<QuestionProps, 'open'>) {
  return (
    <ModalOverlay
      className="modal alone"
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      isDismissable
    >
      <Modal className="frame">
        <AriaDialog className="dialog" role="alertdialog">
          <div ref={focusFirstField} className="body">
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
