import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AwardMail, AwardWords } from '#contract/tenants/client-words.ts'
import { wrongPlaceholder } from '#domain/tenants/placeholders.ts'
import { ApiError } from '#web/api/api-error.ts'
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

type AwardLanguage = AwardMail['languages'][number]
type AwardTexts = Readonly<Record<Part, string>>

/** The texts of a language with the author's changes, and what was saved when the author began to change them. */
export interface UnsavedAwardTexts {
  texts: AwardTexts
  from: AwardLanguage
}

interface AwardFormProps {
  language: AwardLanguage
  placeholders: AwardMail['placeholders']
  /** Undefined without changes. */
  unsaved: UnsavedAwardTexts | undefined
  onChange: (unsaved: UnsavedAwardTexts | undefined) => void
  /** Loads what is saved now; undefined when that fails. */
  reload: () => Promise<readonly AwardLanguage[] | undefined>
}

function savedTexts({ built, own }: AwardLanguage): AwardTexts {
  return { ...built, ...withoutNulls(own) }
}

/** The texts as they are stored: null stands for the built-in text, also when the field has the same text or is empty. */
function storedWords({ built }: AwardLanguage, texts: AwardTexts): AwardWords {
  return Object.fromEntries(
    PARTS.map((part) => [part, [built[part], ''].includes(texts[part].trim()) ? null : texts[part]]),
  ) as AwardWords
}

/** Whether texts of a language differ from those that were saved when the author began. */
export function areAwardTextsChanged(unsaved: UnsavedAwardTexts | undefined): boolean {
  if (unsaved === undefined) return false
  const words = storedWords(unsaved.from, unsaved.texts)
  return PARTS.some((part) => words[part] !== unsaved.from.own[part])
}

/** The author's changes on top of what somebody else has saved meanwhile. */
function rebased({ texts, from }: UnsavedAwardTexts, latest: AwardLanguage): UnsavedAwardTexts {
  const [before, theirs] = [savedTexts(from), savedTexts(latest)]
  const parts = PARTS.map((part) => [part, texts[part] === before[part] ? theirs[part] : texts[part]])
  return { texts: Object.fromEntries(parts) as AwardTexts, from: latest }
}

/** Edits the texts of the award mail in one language, beside a preview of the mail. */
export function AwardForm({ language, placeholders, unsaved, onChange, reload }: AwardFormProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  /** The names of the parts that somebody else has changed meanwhile. */
  const theirParts = useRef('')
  const { busy, act } = useAct((code) =>
    code === 'EDIT_CONFLICT' ? t('desk.meanwhile', { fields: theirParts.current || t('desk.other') }) : undefined,
  )
  const { built, language_id: id } = language
  const { texts, from } = unsaved ?? { texts: savedTexts(language), from: language }
  const change = (changed: AwardTexts) => onChange({ texts: changed, from })
  const placeholderNames = Object.keys(placeholders)
  const words = storedWords(from, texts)
  const unknownPlaceholder = PARTS.map((part) => wrongPlaceholder(texts[part], placeholderNames)).find(
    (problem) => problem !== null,
  )
  const changed = areAwardTextsChanged(unsaved)
  const takeTheirs = async () => {
    const latest = (await reload())?.find((each) => each.language_id === id)
    if (latest === undefined) return
    const [before, theirs] = [savedTexts(from), savedTexts(latest)]
    const changedParts = PARTS.filter((part) => theirs[part] !== before[part])
    theirParts.current = changedParts.map((part) => t(`author.awardMail.part.${part}`)).join(', ')
    onChange(rebased({ texts, from }, latest))
  }
  const save = () =>
    act(
      async () => {
        const reply = api.write('PUT', `/award-mail/${id}`, { words }, from.revision)
        const updated = await reply.catch(async (error: unknown) => {
          if (error instanceof ApiError && error.error === 'EDIT_CONFLICT') await takeTheirs()
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
          {PARTS.map((part) => (
            <PartField
              key={part}
              part={part}
              lang={language.language}
              value={texts[part]}
              placeholderNames={placeholderNames}
              onChange={(text) => change({ ...texts, [part]: text })}
            />
          ))}
        </fieldset>
        <div className="flow">
          <Button size="small" disabled={busy || unknownPlaceholder !== undefined} onClick={() => void sendTest()}>
            <Icon icon={Send} />
            {t('author.awardMail.send')}
          </Button>
          <Button
            size="small"
            disabled={PARTS.every((part) => texts[part] === built[part])}
            onClick={() => change(built)}
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

interface PartFieldProps {
  part: Part
  lang: string
  value: string
  placeholderNames: readonly string[]
  onChange: (text: string) => void
}

/** The field of one part of the mail, with an error where it names a placeholder that does not exist. */
function PartField({ part, lang, value, placeholderNames, onChange }: PartFieldProps) {
  const { t } = useTranslation()
  const unknownPlaceholder = wrongPlaceholder(value, placeholderNames)
  const fieldProps = {
    lang,
    maxLength: MAX_LENGTHS[part],
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <Field
      label={t(`author.awardMail.part.${part}`)}
      error={
        unknownPlaceholder === null
          ? undefined
          : t('author.languages.problem.placeholder', { place: unknownPlaceholder })
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
}

/** The client's own texts, without the parts that have the built-in text. */
function withoutNulls(own: AwardWords): Partial<Record<Part, string>> {
  return Object.fromEntries(Object.entries(own).filter(([, text]) => text !== null)) as Partial<Record<Part, string>>
}
