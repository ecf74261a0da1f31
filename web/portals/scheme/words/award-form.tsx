import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AwardMail, AwardWords } from '#contract/tenants/client-words.ts'
import { wrongPlaceholder } from '#domain/tenants/placeholders.ts'
import { useAct } from '#web/desk/use-act.ts'
import { LongText, ShortText } from '#web/shell/frame/limited-text.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SaveBar } from '../scheme-settings/save-bar.tsx'
import { LetterPreview } from './letter-preview.tsx'

const PARTS = ['subject', 'heading', 'text', 'button', 'note'] as const
type Part = (typeof PARTS)[number]
const MOST: Record<Part, number> = { subject: 200, heading: 200, text: 2000, button: 60, note: 2000 }

export type AwardTexts = Readonly<Record<Part, string>>

interface AwardFormProps {
  language: AwardMail['languages'][number]
  placeholders: AwardMail['placeholders']
  /** What was typed in this language and is not saved yet. */
  typed: AwardTexts | undefined
  onTyped: (texts: AwardTexts | undefined) => void
}

/** The mail's words in one language, with the mail as it will be read. */
export function AwardForm({ language, placeholders, typed, onTyped }: AwardFormProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const { busy, act } = useAct((code) => (code === 'EDIT_CONFLICT' ? t('author.awardMail.changed') : undefined))
  const { built, own, language_id: id } = language
  const kept: Record<Part, string> = { ...built, ...withoutNone(own) }
  const texts = typed ?? kept
  const known = Object.keys(placeholders)
  const words = Object.fromEntries(
    // what reads as ours, or nothing, is ours
    PARTS.map((part) => [part, [built[part], ''].includes(texts[part].trim()) ? null : texts[part]]),
  ) as AwardWords
  const wrong = PARTS.map((part) => wrongPlaceholder(texts[part], known)).find((one) => one !== null)
  const changed = PARTS.some((part) => words[part] !== own[part])
  const save = () =>
    act(
      async () => {
        const write = api.write<AwardMail>('PUT', `/award-mail/${id}`, { words }, language.revision)
        const now = await write.catch((error: unknown) => {
          void queries.invalidateQueries({ queryKey: ['award-mail'] })
          throw error
        })
        queries.setQueryData(['award-mail'], now)
        onTyped(undefined)
      },
      () => t('desk.saved'),
    )
  const send = () =>
    act(
      () => api.write('POST', '/award-mail/test', { language_id: id, words }),
      () => t('author.awardMail.sent'),
    )
  return (
    <div className="award-columns">
      <Card className="in stack">
        <p className="small dim">
          {t('author.awardMail.places', {
            list: known.map((name) => `{{${name}}}`).join(' '),
          })}
        </p>
        {PARTS.map((part) => {
          const bad = wrongPlaceholder(texts[part], known)
          const common = {
            lang: language.language,
            maxLength: MOST[part],
            value: texts[part],
            onChange: (event: { target: { value: string } }) => onTyped({ ...texts, [part]: event.target.value }),
          }
          return (
            <Field
              key={part}
              label={t(`author.awardMail.part.${part}`)}
              error={bad === null ? undefined : t('author.languages.problem.placeholder', { place: bad })}
            >
              {(control) =>
                part === 'text' || part === 'note' ? (
                  <LongText rows={4} {...control} {...common} />
                ) : (
                  <ShortText {...control} {...common} />
                )
              }
            </Field>
          )
        })}
        <div className="flow">
          <Button size="small" disabled={busy || wrong !== undefined} onClick={() => void send()}>
            <Icon of={Send} />
            {t('author.awardMail.send')}
          </Button>
          <Button
            size="small"
            disabled={PARTS.every((part) => texts[part] === built[part])}
            onClick={() => onTyped(built)}
          >
            {t('author.languages.useOurs')}
          </Button>
        </div>
        <SaveBar
          changed={changed}
          busy={busy || wrong !== undefined}
          onReset={() => onTyped(undefined)}
          onSave={() => void save()}
        />
      </Card>
      <LetterPreview languageId={id} locale={language.language} words={words} bad={wrong !== undefined} />
    </div>
  )
}

/** The parts that the client says itself. */
function withoutNone(own: AwardWords): Partial<Record<Part, string>> {
  return Object.fromEntries(Object.entries(own).filter(([, text]) => text !== null)) as Partial<Record<Part, string>>
}
