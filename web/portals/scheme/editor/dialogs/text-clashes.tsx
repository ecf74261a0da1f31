import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { TextClash } from '#contract/curriculum/authoring.ts'
import { editOfText, textKey } from '#domain/curriculum/edits/clashes.ts'
import { isRichText } from '#domain/curriculum/rich-text.ts'
import { RichText } from '#web/features/scheme-browser/rich-text.tsx'
import { languageName, shortLocale } from '#web/shell/i18n/language.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useDeviceMoment } from '../../device-day.ts'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import { RichField } from '../node/lazy-rich-field.ts'
import { LinesField } from '../node/text-field.tsx'

/**
 * Tells the author of texts that were not saved because another author has changed them, and shows both side by side.
 * Nothing is lost until the author has chosen; until then a strip says that they wait.
 */
export function TextClashes() {
  const { t } = useTranslation()
  const { store } = useEditor()
  const { clashes } = useEditorSnapshot()
  const [open, setOpen] = useState(false)
  const [first] = clashes
  if (!first) return null
  if (open)
    return (
      <ClashDialog
        key={textKey(first)}
        clash={first}
        onLater={() => setOpen(false)}
        onSettled={() => {
          store.settleClash(first)
          // a later clash must not open a dialog over somebody who types
          if (clashes.length === 1) setOpen(false)
        }}
      />
    )
  return createPortal(
    <div className="held-strip" role="alert">
      <Icon icon={UsersRound} />
      <span className="grow">{t('author.clash.waits', { count: clashes.length, by: first.by_name })}</span>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('author.clash.look')}
      </Button>
    </div>,
    document.body,
  )
}

const MAX_LENGTH = { title: 200, value: 20_000 }

interface ClashDialogProps {
  clash: TextClash
  onLater: () => void
  onSettled: () => void
}

function ClashDialog({ clash, onLater, onSettled }: ClashDialogProps) {
  const { t } = useTranslation()
  const { raw, editText, open, store, titleOf } = useEditor()
  const { tree } = useEditorSnapshot()
  const momentOf = useDeviceMoment()
  const { id, key, part, language, theirs, by_name: by, at_ts } = clash
  const mine = clash.mine ?? ''
  const section = tree.nodes.get(id)?.content.find((candidate) => candidate.key === key)
  const rich = part === 'value' && section !== undefined && isRichText(section.type)
  // in the store, where it stays when the author decides later
  const note = (text: string) => {
    store.changeClash(clash, text)
    return true
  }
  const field = { label: t('author.clash.mine'), lang: language, value: mine, onSave: note }
  const keepMine = () => {
    // their text is what the author saw: if it has changed again, that is another clash
    if (editText(editOfText(clash, mine.trim() === '' ? null : mine), theirs ?? '')) onSettled()
  }
  const locale = raw.languages.find((candidate) => shortLocale(candidate) === language) ?? language
  return (
    <Dialog
      open
      wide
      onClose={onLater}
      title={t('author.clash.title', { by })}
      closeLabel={t('author.clash.later')}
      footer={
        <>
          <Button onClick={onSettled}>{t('author.clash.keepTheirs')}</Button>
          <Button kind="main" onClick={keepMine}>
            {t('author.clash.keepMine')}
          </Button>
        </>
      }
    >
      <p>{t(`author.clash.where.${part}`, { title: titleOf(id), language: languageName(locale) })}</p>
      <div className="clash">
        <section>
          <h3>{t('author.clash.theirs', { by, when: momentOf(at_ts) })}</h3>
          {theirs === null ? (
            <p className="dim">{t('author.clash.removed')}</p>
          ) : rich ? (
            <div lang={language} className="prose">
              <RichText html={theirs} onNode={(node) => open(node)} />
            </div>
          ) : (
            <p lang={language}>{theirs}</p>
          )}
        </section>
        <section>
          <h3>{t('author.clash.mine')}</h3>
          {rich ? (
            <RichField {...field} name={t('author.clash.mine')} links={section.type !== 'text-no-link'} />
          ) : (
            <LinesField {...field} maxLength={MAX_LENGTH[part]} />
          )}
          <small className="dim">{t('author.clash.editable')}</small>
        </section>
      </div>
    </Dialog>
  )
}
