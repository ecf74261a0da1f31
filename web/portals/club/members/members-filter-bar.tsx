import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { FilterSelect } from '#web/desk/list/filter-select.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { agesFit, type MemberFilters } from './member-filters.ts'
import { CATEGORIES } from '#domain/members/member-choices.ts'
import { useGroupChoices } from '../club-data.ts'
import { LevelOptions } from './level-options.tsx'

interface FilterBarProps {
  filters: MemberFilters
  isFiltered: boolean
  schemes: ReadonlyMap<string, ReadyScheme>
  /** The ability groups in use. */
  tags: readonly string[]
  onChange: (change: Readonly<Record<string, string>>) => void
}

/** The filters of the list of members: group, level, category, ability group and age. */
export function FilterBar({ filters, isFiltered, schemes, tags, onChange }: FilterBarProps) {
  const { t } = useTranslation()
  const groups = useGroupChoices().data?.rows ?? []
  const agesContradict = !agesFit(filters)
  const agesClass = agesContradict ? 'input ages bad' : 'input ages'
  const ageInput = (name: 'age_from' | 'age_to', value: string) => (
    <input
      type="number"
      min={0}
      max={99}
      inputMode="numeric"
      aria-label={t(`club.members.${name}`)}
      aria-invalid={agesContradict ? true : undefined}
      aria-describedby={agesContradict ? 'age-wrong' : undefined}
      value={value}
      // browsers do not enforce `max` while the user types
      onChange={(event) => onChange({ [name]: event.target.value.slice(0, 2) })}
    />
  )
  return (
    <>
      {filters.view === 'no-group' ? null : (
        <FilterSelect
          label={t('club.members.byGroup')}
          value={filters.group}
          all={t('club.members.allGroups')}
          choices={groups.map(({ id, name }) => [id, name])}
          onChange={(group) => onChange({ group })}
        />
      )}
      <Select
        aria-label={t('club.members.byLevel')}
        value={filters.level}
        onChange={(event) => onChange({ level: event.target.value })}
      >
        <option value="">{t('club.members.allLevels')}</option>
        <LevelOptions schemes={schemes} />
      </Select>
      <FilterSelect
        label={t('club.members.byCategory')}
        value={filters.category}
        all={t('club.members.allCategories')}
        choices={CATEGORIES.map((category) => [category, t(`club.category.${category}`)])}
        onChange={(category) => onChange({ category })}
      />
      {tags.length === 0 && filters.tag === '' ? null : (
        <FilterSelect
          label={t('club.field.tags')}
          value={filters.tag}
          all={t('club.members.allTags')}
          choices={[...new Set([...tags, filters.tag])].filter((tag) => tag !== '').map((tag) => [tag, tag])}
          onChange={(tag) => onChange({ tag })}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two fields of one line */}
      <span className={agesClass} role="group" aria-label={t('club.members.ages')}>
        {t('club.members.ages')} {ageInput('age_from', filters.ageFrom)} <span>{t('club.members.agesTo')}</span>{' '}
        {ageInput('age_to', filters.ageTo)}
      </span>
      {isFiltered ? (
        <Button
          kind="bare"
          size="small"
          onClick={() =>
            onChange({ search: '', group: '', level: '', category: '', tag: '', age_from: '', age_to: '' })
          }
        >
          <Icon icon={X} />
          {t('desk.clear')}
        </Button>
      ) : null}
      {agesContradict ? (
        <p id="age-wrong" className="small why" role="alert">
          {t('club.members.agesWrong')}
        </p>
      ) : null}
    </>
  )
}
