import { MessageSquareQuote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { FAMILY_WORD_MAX, familyWordLane } from '#domain/assessment/commands/family-word.ts'
import { useMe } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useOpenText } from '../person/edited-text.ts'
import { useCoach, useSnapshot } from '#web/portals/coach/use-coach.ts'

interface FamilyWordProps {
  groupId: string
  member: Pick<CoachMember, 'uuid' | 'firstname'>
  level: { slug: string; id: string; title: string }
}

/** A coach's own words about a passed level, which the child's family reads with it. */
export function FamilyWord({ groupId, member, level }: FamilyWordProps) {
  const { t } = useTranslation()
  const { club } = useCoach()
  const openText = useOpenText()
  const { registers } = useSnapshot()
  const me = useMe()
  const of = { memberUuid: member.uuid, schemeSlug: level.slug, schemeNodeId: level.id }
  const entry = registers.get(familyWordLane(of, club.id))
  const stored = typeof entry?.value === 'string' ? entry.value : ''
  const isOthers = stored !== '' && entry?.authorUuid !== me?.uuid
  return (
    <Button
      size="small"
      onClick={() =>
        openText({
          stored,
          title: t('coach.familyWord.title', { name: member.firstname }),
          label: t('coach.familyWord.label', { level: level.title }),
          hint: isOthers ? t('coach.familyWord.others', { name: entry?.authorName ?? '' }) : t('coach.familyWord.hint'),
          saved: t('coach.familyWord.saved'),
          maxLength: FAMILY_WORD_MAX,
          rows: 3,
          entryOf: (value) => ({ kind: 'family_word', groupId, ...of, value }),
        })
      }
    >
      <Icon icon={MessageSquareQuote} />
      {t(stored === '' ? 'coach.familyWord.add' : 'coach.familyWord.change')}
    </Button>
  )
}
