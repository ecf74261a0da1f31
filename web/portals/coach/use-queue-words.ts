import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueEntry } from '#web/offline/offline-desk.ts'
import { clockTime, deviceDate, shortDay } from '#web/shell/dates.ts'
import { useWordLanguage } from '#web/shell/shell-context.ts'
import { markWords, registerWords, type MarkWords } from './queue-words.ts'
import { useSnapshot } from './use-coach.ts'
import { useCourses } from './use-course.ts'

/** Words for entries of the queue: what it is about, and when it was saved. */
export function useQueueWords(entries: readonly QueueEntry[]) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { members } = useSnapshot()
  const slugs = useMemo(() => [...new Set(entries.flatMap(({ mark }) => mark?.schemeSlug ?? []))].sort(), [entries])
  const courses = useCourses(slugs)
  return {
    wordsOf({ mark, register }: QueueEntry): MarkWords {
      if (mark) return markWords(t, { members, courses }, mark)
      if (register)
        return registerWords(t, members, register, (date) => shortDay(date, deviceDate(Date.now()), language))
      return { subject: t('coach.offline.otherKind'), what: t('coach.offline.otherKindHow'), mark: 'o' }
    },
    /** `10:04`; with the day before it when that is not today. */
    savedAt({ createdAt }: QueueEntry): string {
      const [day, today] = [deviceDate(createdAt), deviceDate(Date.now())]
      return day === today ? clockTime(createdAt) : `${shortDay(day, today, language)}, ${clockTime(createdAt)}`
    },
  }
}
