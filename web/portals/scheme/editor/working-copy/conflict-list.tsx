import { useTranslation } from 'react-i18next'
import type { CopyConflict } from '#contract/curriculum/working-copy.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Segments } from '#web/ui/form/segments.tsx'

type Answer = 'live' | 'copy'

/** The answers to conflicts, by their keys. */
export type Answers = ReadonlyMap<string, Answer>
export const answerKey = ({ id, field }: Pick<CopyConflict, 'id' | 'field'>) => `${id} ${field}`

interface ConflictListProps {
  conflicts: readonly CopyConflict[]
  answers: Answers
  onAnswer: (answers: Answers) => void
}

/** What was changed live and in the working copy, each with both values and the question which one is taken. */
export function ConflictList({ conflicts, answers, onAnswer }: ConflictListProps) {
  const { t } = useTranslation()
  const inWords = useValueInWords()
  if (conflicts.length === 0) return null
  const answerAll = (answer: Answer) => onAnswer(new Map(conflicts.map((conflict) => [answerKey(conflict), answer])))
  return (
    <section className="stack copy-conflicts">
      <h3>{t('author.importInto.conflicts', { count: conflicts.length })}</h3>
      <p className="dim">{t('author.copy.conflictHelp')}</p>
      {conflicts.length > 1 ? (
        <div className="flow">
          <Button size="small" onClick={() => answerAll('live')}>
            {t('author.copy.allLive')}
          </Button>
          <Button size="small" onClick={() => answerAll('copy')}>
            {t('author.copy.allCopy')}
          </Button>
        </div>
      ) : null}
      <ul className="stack">
        {conflicts.map((conflict) => {
          const key = answerKey(conflict)
          const { what, live, copy } = inWords(conflict)
          return (
            <li key={key} className="copy-conflict">
              <p>
                <b>{conflict.title}</b> <span className="dim">{what}</span>
              </p>
              <dl>
                <dt>{t('author.copy.live')}</dt>
                <dd>{live}</dd>
                <dt>{t('author.copy.title')}</dt>
                <dd>{copy}</dd>
              </dl>
              <Segments<Answer | ''>
                label={t('author.copy.answer', { title: conflict.title, what })}
                value={answers.get(key) ?? ''}
                options={[
                  { value: 'live', label: t('author.copy.keepLive') },
                  { value: 'copy', label: t('author.copy.takeCopy') },
                ]}
                onChange={(answer) => {
                  if (answer !== '') onAnswer(new Map([...answers, [key, answer]]))
                }}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Returns a function that says what is in conflict, and the two values. */
function useValueInWords() {
  const { t, i18n } = useTranslation()
  const valueOf = (field: string, value: string | null) => {
    if (field === 'parent') return value ?? t('author.history.top')
    if (value === null || value === '') return t('author.copy.nothing')
    if (field === 'grade') return t('author.copy.scale', { kind: value })
    if (value === 'true' || value === 'false') return t(`author.copy.flag.${value}`)
    const key = `author.copy.value.${value}`
    return i18n.exists(key) ? t(key) : value
  }
  const nameOf = (name: string) => t(`author.change.field.${name}`)
  return ({ field, live, copy, changed }: CopyConflict) => {
    const [name = ''] = field.split(':')
    if (name === 'exists')
      return {
        what: t('author.copy.exists'),
        live: t(`author.copy.${live}Live`, { fields: changed.map(nameOf).join(', ') }),
        copy: t('author.copy.deletes'),
      }
    const what = name === 'parent' ? t('author.copy.place') : nameOf(name === 'section' ? 'content' : name)
    return { what, live: valueOf(name, live), copy: valueOf(name, copy) }
  }
}
