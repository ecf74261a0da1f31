import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { Move } from '#domain/assessment/commands/move.ts'
import type { Results } from '#domain/assessment/engine.ts'
import type { RecordedSession } from '#domain/assessment/group-alerts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Pips } from '#web/ui/rungs/pips.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { currentLevelId, nodeOf, evaluationOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { useFeature } from '../features.ts'
import { useLevelWords } from '#web/portals/coach/assess/level/use-level-words.ts'
import { legendWords } from '#web/portals/coach/assess/person/legend-words.ts'
import { MemberNote } from '#web/portals/coach/assess/person/member-note.tsx'
import { fullName } from '../full-name.ts'
import { MedicalNote, Phones } from '#web/portals/coach/assess/person/person.tsx'
import { levelsInProgress, SESSIONS_SHOWN } from './member-facts.ts'
import { SessionMarks } from './session-marks.tsx'

interface MemberDetailProps {
  member: CoachMember
  group: Group
  compiled: CompiledCurriculum | undefined
  results: Results
  sessions: readonly RecordedSession[]
  move: Move | null
  today: string
  /** The query of the link to the child's marks. */
  query: string
  onMove: (memberUuid: string, move: Move | null) => void
}

/** One child of a group: age, level, levels in progress, attendance, the note, and whether the child moves on. */
export function MemberDetail({
  member,
  group,
  compiled,
  results,
  sessions,
  move,
  today,
  query,
  onMove,
}: MemberDetailProps) {
  const { t } = useTranslation()
  const levelWords = useLevelWords()
  const showsLevel = useFeature('SHOW_CURRENT_LEVEL')
  const name = fullName(member)
  const levelId = compiled ? currentLevelId(compiled, evaluationOf(compiled, results), group, member) : null
  const levelTitle = compiled && levelId !== null ? nodeOf(compiled, levelId)?.title : undefined
  const ageWords = legendWords(t, /* showsLevel */ false, undefined, member, today)
  const levels = compiled ? levelsInProgress(compiled, results) : []
  return (
    <>
      <header>
        <Avatar firstname={member.firstname} lastname={member.lastname} />
        <div>
          <h2 className="h3">
            <Link to={`/member-groups/${group.id}/member/${member.uuid}${query}`}>{name}</Link>
          </h2>
          <p className="small dim">{[showsLevel ? levelTitle : null, ageWords].filter(Boolean).join(' · ')}</p>
          <MedicalNote member={member} />
        </div>
      </header>
      <Phones member={member} label={t('coach.all.phones', { name })} />
      {levels.length === 0 ? <p className="small dim">{t('coach.all.nothingBegun')}</p> : null}
      <ul className="begun">
        {levels.map(({ level: { id, title }, view }) => (
          <li key={id}>
            <span className="small">
              <span className="mid">{title}</span>
              {' · '}
              <span className="dim">{levelWords(view)}</span>
            </span>
            <Pips marks={view.marks} size="tiny" {...(view.need === undefined ? {} : { need: view.need })} />
          </li>
        ))}
      </ul>
      <SessionMarks sessions={sessions.slice(0, SESSIONS_SHOWN)} today={today} />
      <MemberNote group={group} member={member} />
      <Segments
        label={t('coach.all.move', { name })}
        value={move ?? 'none'}
        options={[
          { value: 'none', label: t('coach.all.none') },
          { value: 'move', label: t('coach.all.moves') },
          { value: 'stay', label: t('coach.all.stays') },
        ]}
        onChange={(value) => onMove(member.uuid, value === 'none' ? null : value)}
      />
    </>
  )
}
