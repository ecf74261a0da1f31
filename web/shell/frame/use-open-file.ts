import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/** Opens a file in a tab of its own, or saves it where browsers do not show its type. */
export function useOpenFile(): (id: string) => Promise<void> {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  return async (id) => {
    // opened before the request: browsers block a window that opens later than the user's click
    const tab = window.open('', '_blank')
    try {
      const url = await api.fileUrl(id)
      if (tab) tab.location.replace(url)
      // the browser has blocked the tab all the same
      else location.assign(url)
    } catch (error) {
      tab?.close()
      if (!(error instanceof ApiError)) throw error
      alerts.show(t(error.status === 404 ? 'upload.gone' : 'upload.notOpened'), 'bad')
    }
  }
}
