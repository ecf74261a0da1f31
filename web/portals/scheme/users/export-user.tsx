import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAct } from '#web/desk/use-act.ts'
import { saveFile } from '#web/shell/frame/save-file.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Downloads all personal data of a user as a file, for a subject access request (security.md 41). */
export function ExportUser({ uuid, name }: { uuid: string; name: string }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const { busy, act } = useAct()
  const save = () =>
    act(
      async () => saveFile(`${name}.json`, 'application/json', await api.file(`/users/${uuid}/export`, {})),
      () => t('desk.downloaded'),
    )
  return (
    <Button size="small" disabled={busy} onClick={() => void save()}>
      <Icon icon={Download} />
      {t('author.users.export')}
    </Button>
  )
}
