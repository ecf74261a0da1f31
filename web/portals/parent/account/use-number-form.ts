import { useQuery } from '@tanstack/react-query'
import { useConnection, useMe, useShell } from '#web/shell/start/shell-context.ts'

/** How this client writes its membership numbers, such as `AQ-000-000`; null while or when that is not known. */
export function useNumberForm(): string | null {
  const { api } = useShell()
  const { online } = useConnection()
  const uuid = useMe()?.uuid ?? ''
  const numberForm = useQuery({
    queryKey: ['number-form', uuid],
    queryFn: () => api.numberForm(uuid),
    enabled: uuid !== '' && online,
    staleTime: Infinity,
  })
  return numberForm.data?.form ?? null
}
