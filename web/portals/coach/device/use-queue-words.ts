import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueEntry } from '#web/offline/offline-queue.ts'
import { shortDay } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { markWords, planWords, registerWords, type MarkWords, type QueueWords } from './queue-words.ts'
import { fullName } from '#web/portals/coach/full-name.ts'
import { clubMoment } from '#web/portals/coach/sessions/club-moment.ts'
import { useToday } from '#web/portals/coach/sessions/use-club-time.ts'
import { useCoach, useSnapshot } from '#web/portals/coach/use-coach.ts'
import { useCompiledCurricula } from '#web/portals/coach/assess/use-curriculum.ts'

/** Returns functions that put an entry of the queue, and the time at which it was saved, into words. */
export function useQueueWords(entries: readonly QueueEntry[]) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { club } = useCoach()
  const today = useToday()
  const { members, plans, groups } = useSnapshot()
  const slugs = useMemo(() => [...new Set(entries.flatMap(({ mark }) => mark?.schemeSlug ?? []))].sort(), [entries])
  const curricula = useCompiledCurricula(slugs)
  return {
    wordsOf({ mark, register, plan, guest, goneSkill }: QueueEntry): QueueWords & Partial<MarkWords> {
      // in the coach's language, or else in any that the skill had
      const titles = goneSkill?.title ?? {}
      const gone = { title: titles[language] ?? Object.values(titles)[0], kind: goneSkill?.kind ?? null }
      if (mark) return markWords(t, { members, curricula }, mark, gone)
      if (register) return registerWords(t, members, register, (date) => shortDay(date, today, language))
      if (plan) {
        const colleagues = [...plans.values()].flatMap(({ owner, shared }) => [owner, ...shared])
        return planWords(t, { plans, groups, colleagues }, plan.payload)
      }
      if (guest) return { subject: fullName(guest), value: t(`coach.guest.${guest.value}`) }
      return { subject: t('coach.offline.otherKind'), value: t('coach.offline.otherKindHow') }
    },
    savedAt: ({ createdAt }: QueueEntry) => clubMoment(createdAt, { today, timeZone: club.time_zone }, language),
  }
}
