import { Unlink } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { textKey } from '#domain/curriculum/edits/clashes.ts'
import { isRichText } from '#domain/curriculum/rich-text.ts'
import { UnsavedEntries } from '#web/shell/frame/leave-question.tsx'
import { languageName, shortLocale } from '#web/shell/i18n/language.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import { RichField } from '../node/lazy-rich-field.ts'
import { LinesField } from '../node/text-field.tsx'
import type { LostText } from '../session/editor-store.ts'

/**
 * Keeps the texts that the author typed into what another author has deleted meanwhile, until the author has copied them.
 * A strip says that they are there, as a dialog must not open over somebody who types.
 */
export function LostTexts() {
  const { raw, copy } = useEditor()
  const { lostTexts } = useEditorSnapshot()
  if (lostTexts.length === 0) return null
  const path = `/scheme/${raw.slug}`
  return (
    <>
      <UnsavedEntries
        isKept={({ pathname, searchParams }) =>
          `${pathname}/`.startsWith(`${path}/`) && searchParams.has('copy') === (copy !== null)
        }
      />
      <StripOrDialog lostTexts={lostTexts} />
    </>
  )
}

function StripOrDialog({ lostTexts }: { lostTexts: readonly LostText[] }) {
  const { t } = useTranslation()
  const { store } = useEditor()
  const [open, setOpen] = useState(false)
  if (!open)
    return createPortal(
      <div className="held-strip" role="alert">
        <Icon icon={Unlink} />
        <span className="grow">{t('author.lostTexts.waits', { count: lostTexts.length })}</span>
        <Button size="small" onClick={() => setOpen(true)}>
          {t('author.lostTexts.look')}
        </Button>
      </div>,
      document.body,
    )
  const discard = () => {
    setOpen(false)
    store.dropLostTexts()
  }
  return (
    <Dialog
      open
      wide
      onClose={() => setOpen(false)}
      title={t('author.lostTexts.title')}
      closeLabel={t('author.lostTexts.later')}
      footer={
        <>
          <Button onClick={discard}>{t('author.lostTexts.discard')}</Button>
          <Button kind="main" onClick={() => setOpen(false)}>
            {t('author.lostTexts.later')}
          </Button>
        </>
      }
    >
      <p>{t('author.lostTexts.hint')}</p>
      {lostTexts.map((text) => (
        <LostTextField key={textKey(text)} lost={text} />
      ))}
    </Dialog>
  )
}

/** One text in a field, from which it can be copied by keyboard, too. What is changed here goes nowhere. */
function LostTextField({ lost }: { lost: LostText }) {
  const { t } = useTranslation()
  const { raw, titleOf } = useEditor()
  const { tree } = useEditorSnapshot()
  const { id, key, part, language, text } = lost
  const node = tree.nodes.get(id) ?? tree.gone.get(id)
  const type = node?.content.find((section) => section.key === key)?.type
  const locale = raw.languages.find((candidate) => shortLocale(candidate) === language) ?? language
  const label = t(`author.clash.where.${part}`, { title: titleOf(id), language: languageName(locale) })
  const field = { label, lang: language, value: text, onSave: () => true }
  return (
    <section className="stack">
      <p className="dim">{label}</p>
      {part === 'value' && type !== undefined && isRichText(type) ? (
        <RichField {...field} name={label} links={false} />
      ) : (
        <LinesField {...field} maxLength={20_000} />
      )}
    </section>
  )
}
