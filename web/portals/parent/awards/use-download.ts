import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveBlob } from '#web/shell/frame/save-file.ts'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import type { AwardOfChild } from './awards.ts'
import { sharePdf } from './share-file.ts'

/** Downloads of files that the server makes for this parent; not available offline. */
export function useDownload() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const me = useMe()
  const [busy, setBusy] = useState(false)
  const uuid = me?.uuid ?? ''
  async function take(file: Promise<Blob>, name: string, handOver: typeof saveBlob | typeof sharePdf): Promise<void> {
    setBusy(true)
    try {
      await handOver(name, await file)
    } catch {
      alerts.show(t('parent.noFile'), 'bad')
    } finally {
      setBusy(false)
    }
  }
  const certificate = (
    { member, slug, nodeId, title }: AwardOfChild,
    handOver: typeof saveBlob | typeof sharePdf,
  ): Promise<void> => {
    const file = api.download(`/users/${uuid}/members/${member.uuid}/certificate.pdf`, { scheme: slug, node: nodeId })
    return take(file, `${member.firstname} ${title}.pdf`, handOver)
  }
  return {
    /** While a file is on its way, or before it is known for whom. */
    busy: busy || me === undefined,
    downloadProgressReport: (title: string, memberUuids: readonly string[]) =>
      void take(
        api.download(`/users/${uuid}/progress.pdf`, { member: memberUuids.join(',') }),
        `${title}.pdf`,
        saveBlob,
      ),
    downloadCertificate: (award: AwardOfChild) => void certificate(award, saveBlob),
    shareCertificate: (award: AwardOfChild) => void certificate(award, sharePdf),
  }
}
