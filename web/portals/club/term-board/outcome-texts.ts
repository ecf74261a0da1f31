import { useTranslation } from 'react-i18next'

/** Texts of how many move and how many stay, to be put into a sentence that has both: "2 move", "1 stays". */
export function useOutcomeTexts() {
  const { t } = useTranslation()
  return {
    movesText: (count: number) => t('club.term.key.moves', { count }),
    staysText: (count: number) => t('club.term.key.stays', { count }),
  }
}
