import './palette.css'
import { FileText, Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'
import {
  Autocomplete,
  Collection,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  SearchField,
} from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { MAX_SEARCH_LENGTH } from '#domain/platform/search.ts'
import { usePages } from '#web/shell/session/use-visitor.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { findThings, MOST_OF_A_KIND, type Thing, type ThingKind } from './found-things.ts'

interface PaletteProps {
  text: string
  onText: (text: string) => void
  /** What was found besides pages. */
  kinds: readonly ThingKind[]
  onClose: () => void
}

/** The pages that this user may open: all of them before anything is typed. */
function usePageThings(text: string): ThingKind {
  const { t } = useTranslation()
  const pages = usePages().map((page): Thing => ({
    id: page.to,
    name: t(page.label),
    detail: page.group === undefined ? null : t(page.group),
    to: page.to,
  }))
  return { title: t('palette.pages'), icon: FileText, things: text.trim() === '' ? pages : findThings(pages, text) }
}

/** Whether the row that the field names as active is there. React Aria names the row of a former text for half a second. */
function hasActiveRow(field: HTMLElement): boolean {
  return document.getElementById(field.getAttribute('aria-activedescendant') ?? '') !== null
}

/** Finds pages and things by name: the arrow keys choose, Enter opens, Escape closes. */
export function Palette({ text, onText, kinds, onClose }: PaletteProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const found = [usePageThings(text), ...kinds].filter(({ things }) => things.length > 0)
  const isAsking = kinds.some((kind) => kind.isAsking === true)
  const count = found.reduce((sum, { things }) => sum + things.length, 0)
  const message = () => {
    if (isAsking) return t('palette.asking')
    if (count === 0) return t('palette.none')
    const isCut = text.trim() !== '' && found.some(({ things }) => things.length >= MOST_OF_A_KIND)
    return isCut ? t('palette.first') : t('palette.found', { count })
  }
  const open = ({ to }: Thing) => {
    onClose()
    // after the dialog has given the focus back
    setTimeout(() => (typeof to === 'string' ? void navigate(to) : to()))
  }
  const choose = (key: string) => {
    const thing = found
      .flatMap(({ title, things }) => things.map((one) => [`${title}/${one.id}`, one] as const))
      .find(([id]) => id === key)
    if (thing !== undefined) open(thing[1])
  }
  /** The text with which Enter was pressed before a row was active: its first thing is opened once all is found. */
  const [enteredText, setEnteredText] = useState<string | null>(null)
  const noteEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && text.trim() !== '' && !hasActiveRow(event.currentTarget)) setEnteredText(text)
  }
  const openFirst = useEffectEvent(() => {
    const first = found[0]?.things[0]
    if (first !== undefined) open(first)
  })
  const isFirstAwaited = enteredText === text && !isAsking
  useEffect(() => {
    if (isFirstAwaited) openFirst()
  }, [isFirstAwaited])
  return (
    <Dialog open onClose={onClose} title={t('palette.title')} closeLabel={t('shell.close')}>
      <Autocomplete
        inputValue={text}
        onInputChange={(newText) => {
          setEnteredText(null)
          onText(newText)
        }}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the search field is the dialog's first control */}
        <SearchField aria-label={t('palette.label')} autoFocus className="input" maxLength={MAX_SEARCH_LENGTH}>
          <Icon icon={Search} />
          {/* `Autocomplete` names the list that the field controls, and the row that is active */}
          {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props, jsx-a11y/prefer-tag-over-role */}
          <Input role="combobox" aria-expanded="true" onKeyDownCapture={noteEnter} />
        </SearchField>
        <ListBox
          aria-label={t('palette.results')}
          className="palette"
          items={found}
          onAction={(key) => choose(String(key))}
        >
          {({ title, icon, things }) => (
            <ListBoxSection id={title}>
              <Header>{title}</Header>
              <Collection items={things}>
                {({ id, name, detail }) => (
                  <ListBoxItem id={`${title}/${id}`} textValue={name}>
                    <Icon icon={icon} />
                    <span className="grow">
                      {name}
                      {detail ? <small className="dim">{detail}</small> : null}
                    </span>
                  </ListBoxItem>
                )}
              </Collection>
            </ListBoxSection>
          )}
        </ListBox>
      </Autocomplete>
      {kinds.some((kind) => kind.isFailed === true) ? <p role="alert">{t('palette.failed')}</p> : null}
      <output className="small dim">{message()}</output>
    </Dialog>
  )
}
