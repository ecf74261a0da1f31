import { useTranslation } from 'react-i18next'
import type { ChangeSetFacts } from '#contract/flows/change-sets.ts'
import { displayDate } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useClubToday } from '../sessions/session-data.ts'
import { useOutcomeTexts } from '../term-board/outcome-texts.ts'

/** Says in words what a change set did, and to whom. */
export function useChangeWords(): (facts: ChangeSetFacts) => { what: string; who: string } {
  const { t } = useTranslation()
  const today = useClubToday()
  const language = useWordLanguage()
  const { movesText, staysText } = useOutcomeTexts()
  return (facts) => {
    switch (facts.kind) {
      case 'members': {
        const { did, members, count, tag } = facts
        const groups = { left: facts.left.join(', '), entered: facts.entered.join(', ') }
        const more = count - members.length
        const names = members.join(', ')
        return {
          what: t(`club.undoPage.what.${did}`, { tag, ...groups }),
          who: more > 0 ? t('club.undoPage.andMore', { names, count: more }) : names,
        }
      }
      case 'term-board': {
        const { on } = facts
        const stays = staysText(facts.stays)
        return {
          what: t('club.undoPage.what.board'),
          who:
            on <= today
              ? t('club.undoPage.board.who', { moves: facts.moves, stays })
              : t('club.undoPage.board.whoOn', {
                  moves: movesText(facts.moves),
                  stays,
                  day: displayDate(on, today, language),
                }),
        }
      }
      case 'import':
        return { what: t('club.undoPage.what.import', { count: facts.entered }), who: facts.file_name }
      case 'return':
        return {
          what: t('club.undoPage.what.return'),
          who: [
            ...(facts.entered > 0 ? [t('club.undoPage.return.members', { count: facts.entered })] : []),
            ...(facts.groups > 0 ? [t('club.undoPage.return.groups', { count: facts.groups })] : []),
          ].join(', '),
        }
      case 'merge':
        return { what: t('club.undoPage.what.merge'), who: t('club.duplicates.into', facts) }
    }
  }
}
