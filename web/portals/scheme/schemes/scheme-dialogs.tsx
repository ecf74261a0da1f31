import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { NameQuestion } from '#web/desk/name-question.tsx'
import { languageName } from '#web/shell/i18n/language.ts'
import { ShortText } from '#web/shell/frame/limited-text.tsx'
import { useStillOpen } from '#web/shell/frame/use-still-open.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useUnsavedWarning } from '#web/shell/frame/use-unsaved-warning.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { focusFirstInvalid } from '#web/ui/form/focus-first-invalid.ts'
import { Check } from '#web/ui/form/check.tsx'

interface FormProps {
  /** Null creates a scheme. */
  scheme: Scheme | null
  onClose: () => void
  onSave: (body: { name: string; languages: string[] }, isStillOpen: () => boolean) => Promise<unknown>
}

/** The server refuses longer names. */
const MAX_NAME_LENGTH = 100

/** The form for a scheme's name and languages, of which it needs at least one [5.16]. */
export function SchemeForm({ scheme, onClose, onSave }: FormProps) {
  const { t } = useTranslation()
  const { client, language } = useShell()
  const [name, setName] = useState(scheme?.name ?? '')
  const [languages, setLanguages] = useState<readonly string[]>(scheme?.languages ?? [language.language])
  const [triedToSubmit, setTriedToSubmit] = useState(false)
  const [busy, setBusy] = useState(false)
  const formId = useId()
  const isStillOpen = useStillOpen()
  const [initial] = useState({ name, languages })
  // another order of the languages is no change
  const sortedText = (locales: readonly string[]) => [...locales].sort().join()
  const changed = name !== initial.name || sortedText(languages) !== sortedText(initial.languages)
  const { leave, question } = useUnsavedWarning(changed, onClose)
  const offered = [...new Set([...languages, ...client.languages.map(({ language: locale }) => locale)])]
  const setChosen = (locale: string, checked: boolean) =>
    setLanguages(checked ? [...languages, locale] : languages.filter((other) => other !== locale))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTriedToSubmit(true)
    if (name.trim() === '') return focusFirstInvalid(event.currentTarget)
    if (languages.length === 0 || busy) return
    setBusy(true)
    void onSave({ name: name.trim(), languages: [...languages] }, isStillOpen).finally(() => setBusy(false))
  }
  return (
    <Dialog
      open
      onClose={leave}
      title={scheme ? t('author.schemes.changeTitle', { name: scheme.name }) : t('author.schemes.newTitle')}
      closeLabel={t('shell.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('author.cancel')}</Button>
          <Button kind="main" type="submit" form={formId} disabled={busy}>
            {t(scheme ? 'author.schemes.save' : 'author.schemes.create')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={submit}>
        <Field
          label={t('author.schemes.name')}
          hint={t('author.schemes.nameHint', { language: languageName(language.language) })}
          error={triedToSubmit && name.trim() === '' ? t('author.schemes.nameMissing') : undefined}
        >
          {(control) => (
            <ShortText
              {...control}
              value={name}
              maxLength={MAX_NAME_LENGTH}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <fieldset className={languages.length === 0 ? 'field bad' : 'field'}>
          <legend className="label">{t('author.schemes.languages')}</legend>
          {offered.map((locale) => (
            <Check
              key={locale}
              checked={languages.includes(locale)}
              onChange={(event) => setChosen(locale, event.target.checked)}
            >
              {languageName(locale)}
            </Check>
          ))}
          <small className="dim">{t('author.schemes.languagesHint')}</small>
          {languages.length === 0 ? (
            <p className="err" role="alert">
              {t('author.schemes.languageMissing')}
            </p>
          ) : null}
        </fieldset>
      </form>
      {question}
    </Dialog>
  )
}

/** Asks for the scheme's name before it deletes the scheme [5.18]. */
export function DeleteScheme({
  scheme: { name },
  onClose,
  onDelete,
}: {
  scheme: Scheme
  onClose: () => void
  onDelete: () => Promise<unknown>
}) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const remove = () => {
    setBusy(true)
    void onDelete().finally(() => setBusy(false))
  }
  return (
    <NameQuestion
      title={t('author.schemes.deleteTitle', { name })}
      name={name}
      confirmLabel={t('author.schemes.deleteNow')}
      busy={busy}
      onCancel={onClose}
      onConfirm={remove}
    >
      <Alert kind="begun">
        <p>{t('author.schemes.deleteText')}</p>
      </Alert>
    </NameQuestion>
  )
}
