import { useEffect, useState } from 'react'
import { buildInfo } from './build-info.ts'
import { lazyWithRetry } from './lazy-with-retry.ts'
import { useShell } from './shell-context.ts'

const VersionDialog = lazyWithRetry(() => import('./version-dialog.tsx').then((module) => module.VersionDialog))

/** How often the served version is checked [9.4]. */
const CHECK_MS = 60_000

/** Opens the version dialog when the server has another version than this page, once for each version [4.15]. */
export function VersionCheck() {
  const { api } = useShell()
  const [served, setServed] = useState(buildInfo.version)
  const [dismissed, setDismissed] = useState(buildInfo.version)
  useEffect(() => {
    const check = () =>
      void api.version().then(
        ({ version }) => setServed(version),
        () => undefined,
      )
    check()
    const timer = setInterval(check, CHECK_MS)
    return () => clearInterval(timer)
  }, [api])
  if (served === buildInfo.version || served === dismissed) return null
  return <VersionDialog served={served} onCancel={() => setDismissed(served)} />
}
