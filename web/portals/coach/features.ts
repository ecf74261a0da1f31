import { useShell } from '#web/shell/start/shell-context.ts'

/** Whether the token says that a feature is on. The screen only follows it; the server checks for itself. */
export function useFeature(name: string): boolean {
  return Boolean(useShell().session.subject()?.features[name])
}
