import { useMemo, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { parseAddress } from '#domain/curriculum/address.ts'
import { inTreeOrder } from '#domain/curriculum/tree.ts'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { focusFirstInvalid } from '#web/ui/form/focus-first-invalid.ts'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import { findNodes } from '../tree/find-nodes.ts'
import { MatchCount } from '../tree/match-count.tsx'

const MAX_FOUND = 6

interface LinkDialogProps {
  /** The present target; empty for a new link. */
  href: string
  /** Null removes the link. `text` is the text of the link if no text is selected. */
  onSet: (href: string | null, text: string) => void
  onClose: () => void
}

/** Asks for the target of a link: a web or mail address, or a node of the scheme, which can be searched by its title. */
export function LinkDialog({ href, onSet, onClose }: LinkDialogProps) {
  const { t } = useTranslation()
  const { nodeTitle } = useEditor()
  const { tree } = useEditorSnapshot()
  const [text, setText] = useState(href)
  const [triedToSubmit, setTriedToSubmit] = useState(false)
  const { leave, question } = useUnsavedWarning(text.trim() !== href, onClose)
  const nodes = useMemo(() => inTreeOrder(tree), [tree])
  const address = parseAddress(text)
  const found = address || text.trim() === '' ? null : findNodes(nodes, text, MAX_FOUND)
  const closeAndSet = (target: string | null, linkText: string) => {
    onClose()
    // waits until the dialog has given the focus back
    setTimeout(() => onSet(target, linkText))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTriedToSubmit(true)
    if (!address) return focusFirstInvalid(event.currentTarget)
    const node = address.kind === 'node' ? tree.nodes.get(address.to) : undefined
    // the text of a link to a web or mail address is the address without its protocol
    closeAndSet(address.to, node ? nodeTitle(node) : address.to.replace(/^(https:\/\/|mailto:)/i, ''))
  }
  return (
    <Dialog
      open
      onClose={leave}
      title={t('author.rich.linkTitle')}
      closeLabel={t('shell.close')}
      footer={
        <>
          {href === '' ? null : (
            <Button kind="bare" className="at-start" onClick={() => closeAndSet(null, '')}>
              {t('author.rich.unlink')}
            </Button>
          )}
          <Button onClick={onClose}>{t('author.cancel')}</Button>
          <Button kind="main" type="submit" form="link-form">
            {t('author.rich.setLink')}
          </Button>
        </>
      }
    >
      <form id="link-form" className="stack" noValidate onSubmit={submit}>
        <Field
          label={t('author.rich.to')}
          hint={t('author.rich.toHint')}
          error={triedToSubmit && !address ? t('author.rich.toWrong') : undefined}
        >
          {(control) => (
            <Input {...control} value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />
          )}
        </Field>
        <ul className="found">
          {found?.shown.map((node) => (
            <li key={node.id}>
              <button type="button" className="menu-item" onClick={() => closeAndSet(node.id, nodeTitle(node))}>
                <Glyph kind={node.t} />
                <span className="grow">{nodeTitle(node)}</span>
              </button>
            </li>
          ))}
        </ul>
        <MatchCount found={found} />
      </form>
      {question}
    </Dialog>
  )
}
