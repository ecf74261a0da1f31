import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection, useMe, useShell } from '#web/shell/start/shell-context.ts'
import type { AwardOfChild } from './awards.ts'
import { saveBlob } from './save-blob.ts'

/** Downloads of files that the server makes for this parent; not available offline. */
export function useDownload() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { online } = useConnection()
  const me = useMe()
  const [busy, setBusy] = useState(false)
  const uuid = me?.uuid ?? ''
  async function save(file: Promise<Blob>, name: string): Promise<void> {
    setBusy(true)
    try {
      saveBlob(await file, name)
    } catch {
      alerts.show(t('parent.noFile'), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return {
    /** False offline, and while a download runs. */
    ready: online && !busy && me !== undefined,
    downloadProgressReport: (title: string, memberUuids: readonly string[]) =>
      void save(api.download(`/users/${uuid}/progress.pdf`, { member: memberUuids.join(',') }), `${title}.pdf`),
    downloadCertificate: ({ member, slug, nodeId, title }: AwardOfChild) =>
      void save(
        api.download(`/users/${uuid}/members/${member.uuid}/certificate.pdf`, { scheme: slug, node: nodeId }),
        `${member.firstname} ${title}.pdf`,
      ),
  }
}
