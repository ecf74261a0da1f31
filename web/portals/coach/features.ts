import { useShell } from '#web/shell/start/shell-context.ts'

/** Whether a feature of the token is on: a hint for the screen; the server decides. */
export function useFeature(name: string): boolean {
  return Boolean(useShell().session.subject()?.features[name])
}
