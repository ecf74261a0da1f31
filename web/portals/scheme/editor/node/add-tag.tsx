import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listItems } from '#domain/curriculum/address.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { QueryResult } from '#web/portals/scheme/query-result.tsx'
import { tagsKey } from '../../words/tags-key.ts'

/** Adds one of the client's tags to a section's list of tags; tags that are in the list are not offered. */
export function AddTag({ value, onSave }: { value: string; onSave: (value: string) => boolean }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const tags = useQuery({
    queryKey: [...tagsKey, 'all'],
    // one page of the largest size, to get all tags
    queryFn: ({ signal }) => api.list('/tags', { page: '0', per_page: '1000' }, signal),
  })
  const current = listItems(value)
  const currentNames = new Set(current.map((tag) => tag.toLowerCase()))
  return (
    <QueryResult answer={tags} waiting={<Skeleton height="2.5rem" />}>
      {({ rows }) => {
        const offered = rows.filter((tag) => !currentNames.has(tag.name.toLowerCase()))
        if (offered.length === 0) return null
        return (
          <Select
            aria-label={t('author.tags.choose')}
            value=""
            onChange={(event) => void onSave([...current, event.target.value].join(', '))}
          >
            <option value="">{t('author.tags.choose')}</option>
            {offered.map((tag) => (
              <option key={tag.id}>{tag.name}</option>
            ))}
          </Select>
        )
      }}
    </QueryResult>
  )
}
