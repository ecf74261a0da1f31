import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemberDetail } from '#contract/members/club-members.ts'
import { NameQuestion } from '#web/desk/name-question.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useMemberWrites } from './detail/member-detail-data.ts'

/** Erases all data about a member, after asking the user to type the name (security.md 42). */
export function EraseButton({ detail, onGone }: { detail: MemberDetail; onGone: () => void }) {
  const { t } = useTranslation()
  const { erase } = useMemberWrites()
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct((code) => (code === 'MEMBER_ELSEWHERE' ? t('club.erase.elsewhere') : undefined))
  const name = `${detail.firstname} ${detail.lastname}`

  async function eraseMember(): Promise<void> {
    await act(
      async () => {
        await erase(detail.uuid, name)
        onGone()
      },
      () => t('club.erase.done'),
    )
    setAsking(false)
  }
  return (
    <>
      <Button size="small" kind="risk" onClick={() => setAsking(true)}>
        <Icon icon={Trash2} />
        {t('club.erase.button')}
      </Button>
      {asking ? (
        <NameQuestion
          title={t('club.erase.title', { name })}
          name={name}
          confirmLabel={t('club.erase.yes')}
          busy={busy}
          onCancel={() => setAsking(false)}
          onConfirm={() => void eraseMember()}
        >
          <p>{t('club.erase.text')}</p>
        </NameQuestion>
      ) : null}
    </>
  )
}
