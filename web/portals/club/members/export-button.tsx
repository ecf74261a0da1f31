import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MemberDetail } from '#contract/members/club-members.ts'
import { useAct } from '#web/desk/use-act.ts'
import { saveFile } from '#web/shell/frame/save-file.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Downloads all data about a member, for a family that requests it (security.md 41). */
export function ExportButton({ detail: { uuid, firstname, lastname } }: { detail: MemberDetail }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const { busy, act } = useAct()

  async function save(): Promise<void> {
    await act(
      async () =>
        saveFile(`${firstname} ${lastname}.json`, 'application/json', await api.file(`/members/${uuid}/export`, {})),
      () => t('desk.downloaded'),
    )
  }
  return (
    <Button size="small" disabled={busy} onClick={() => void save()}>
      <Icon icon={Download} />
      {t('club.sheet.export')}
    </Button>
  )
}
