import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AwardMail, AwardWords } from '#contract/tenants/client-words.ts'
import { wrongPlaceholder } from '#domain/tenants/placeholders.ts'
import { useAct } from '#web/desk/use-act.ts'
import { LongText, ShortText } from '#web/shell/frame/limited-text.tsx'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SaveBar } from '../scheme-settings/save-bar.tsx'
import { MailPreview } from './mail-preview.tsx'

const PARTS = ['subject', 'heading', 'text', 'button', 'note'] as const
type Part = (typeof PARTS)[number]
const MAX_LENGTHS: Record<Part, number> = { subject: 200, heading: 200, text: 2000, button: 60, note: 2000 }

export type AwardTexts = Readonly<Record<Part, string>>

interface AwardFormProps {
  language: AwardMail['languages'][number]
  placeholders: AwardMail['placeholders']
  /** The texts of this language with the author's changes; undefined without changes. */
  unsavedTexts: AwardTexts | undefined
  onChange: (texts: AwardTexts | undefined) => void
}

/** The texts as they are stored: null stands for the built-in text, also when the field has the same text or is empty. */
function storedWords({ built }: AwardFormProps['language'], texts: AwardTexts): AwardWords {
  return Object.fromEntries(
    PARTS.map((part) => [part, [built[part], ''].includes(texts[part].trim()) ? null : texts[part]]),
  ) as AwardWords
}

/** Whether texts of a language differ from those that are saved. */
export function areAwardTextsChanged(language: AwardFormProps['language'], texts: AwardTexts | undefined): boolean {
  if (texts === undefined) return false
  const words = storedWords(language, texts)
  return PARTS.some((part) => words[part] !== language.own[part])
}

/** Edits the texts of the award mail in one language, beside a preview of the mail. */
export function AwardForm({ language, placeholders, unsavedTexts, onChange }: AwardFormProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const { busy, act } = useAct((code) => (code === 'EDIT_CONFLICT' ? t('author.awardMail.changed') : undefined))
  const { built, own, language_id: id } = language
  const saved: Record<Part, string> = { ...built, ...withoutNulls(own) }
  const texts = unsavedTexts ?? saved
  const placeholderNames = Object.keys(placeholders)
  const words = storedWords(language, texts)
  const unknownPlaceholder = PARTS.map((part) => wrongPlaceholder(texts[part], placeholderNames)).find(
    (problem) => problem !== null,
  )
  const changed = areAwardTextsChanged(language, unsavedTexts)
  const save = () =>
    act(
      async () => {
        const reply = api.write('PUT', `/award-mail/${id}`, { words }, language.revision)
        const updated = await reply.catch((error: unknown) => {
          void queries.invalidateQueries({ queryKey: ['award-mail'] })
          throw error
        })
        cacheAnswer(queries, ['award-mail'], updated)
        onChange(undefined)
      },
      () => t('desk.saved'),
    )
  const sendTest = () =>
    act(
      () => api.write('POST', '/award-mail/test', { language_id: id, words }),
      () => t('author.awardMail.sent'),
    )
  return (
    <div className="award-columns">
      <Card className="in stack">
        <p className="small dim">
          {t('author.awardMail.places', {
            list: placeholderNames.map((name) => `{{${name}}}`).join(' '),
          })}
        </p>
        <fieldset className="saved-fields" disabled={busy}>
          {PARTS.map((part) => {
            const unknownInPart = wrongPlaceholder(texts[part], placeholderNames)
            const fieldProps = {
              lang: language.language,
              maxLength: MAX_LENGTHS[part],
              value: texts[part],
              onChange: (event: { target: { value: string } }) => onChange({ ...texts, [part]: event.target.value }),
            }
            return (
              <Field
                key={part}
                label={t(`author.awardMail.part.${part}`)}
                error={
                  unknownInPart === null
                    ? undefined
                    : t('author.languages.problem.placeholder', { place: unknownInPart })
                }
              >
                {(control) =>
                  part === 'text' || part === 'note' ? (
                    <LongText rows={4} {...control} {...fieldProps} />
                  ) : (
                    <ShortText {...control} {...fieldProps} />
                  )
                }
              </Field>
            )
          })}
        </fieldset>
        <div className="flow">
          <Button size="small" disabled={busy || unknownPlaceholder !== undefined} onClick={() => void sendTest()}>
            <Icon icon={Send} />
            {t('author.awardMail.send')}
          </Button>
          <Button
            size="small"
            disabled={PARTS.every((part) => texts[part] === built[part])}
            onClick={() => onChange(built)}
          >
            {t('author.languages.useOurs')}
          </Button>
        </div>
        <SaveBar
          changed={changed}
          busy={busy || unknownPlaceholder !== undefined}
          onReset={() => onChange(undefined)}
          onSave={() => void save()}
        />
      </Card>
      <MailPreview
        languageId={id}
        locale={language.language}
        words={words}
        invalid={unknownPlaceholder !== undefined}
      />
    </div>
  )
}

/** The client's own texts, without the parts that have the built-in text. */
function withoutNulls(own: AwardWords): Partial<Record<Part, string>> {
  return Object.fromEntries(Object.entries(own).filter(([, text]) => text !== null)) as Partial<Record<Part, string>>
}
