import { Award, Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { displayDate } from '#web/shell/i18n/dates.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useMe, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { RegisterDock } from '#web/portals/coach/assess/saving/register-dock.tsx'
import { PageTitle } from '../page-title.tsx'
import { RefusalLink } from '#web/portals/coach/assess/saving/refusal-link.tsx'
import { fullName } from '../full-name.ts'
import { useGroup } from '#web/portals/coach/groups/use-group.ts'
import { useRegisterEdits } from '#web/portals/coach/assess/saving/use-register-edits.ts'
import { badgesOf, type Badge } from './badges.ts'
import { OwnGroupOnly } from './own-group-only.tsx'
import './group-menu.css'

/** The badges of a group's members, those still to hand over and those handed over [3.19]. */
export function BadgesPage() {
  return <OwnGroupOnly>{(group) => <Badges group={group} />}</OwnGroupOnly>
}

function Badges({ group }: { group: Group }) {
  const { t } = useTranslation()
  const { snapshot, compiled, members, today } = useGroup(group.id)
  const edits = useRegisterEdits()
  // badges tapped on this page stay in their list, so that the rows do not move under the coach's thumb
  const [tappedKeys, setTappedKeys] = useState<ReadonlySet<string>>(new Set())
  const badges = compiled ? badgesOf(snapshot, compiled, members) : []
  const notHandedOver = badges.filter(({ handover }) => handover === null)
  const lists = {
    open: badges.filter(({ key, handover }) => handover === null || tappedKeys.has(key)),
    given: badges.filter(({ key, handover }) => handover !== null && !tappedKeys.has(key)),
  }
  const setHandedOver = (changed: readonly Badge[], handedOver: boolean) => {
    if (!compiled) return
    const common = { kind: 'badge', groupId: group.id, schemeSlug: compiled.curriculum.slug } as const
    const inputsWith = (value: boolean) =>
      changed.map(({ member, level }) => ({ ...common, memberUuid: member.uuid, schemeNodeId: level.id, value }))
    setTappedKeys((before) => new Set([...before, ...changed.map(({ key }) => key)]))
    // the second list is what an undo restores
    void edits.save(inputsWith(handedOver), inputsWith(!handedOver))
  }
  /** The badges of a list by member. */
  const rowsOf = (listed: readonly Badge[]) =>
    members.flatMap((member) => {
      const memberBadges = listed.filter((badge) => badge.member.uuid === member.uuid)
      return memberBadges.length > 0 ? [{ member, memberBadges }] : []
    })
  const totals = t('coach.badges.totals', { open: notHandedOver.length, given: badges.length - notHandedOver.length })
  return (
    <Page title={`${group.name}: ${t('coach.badges.title')}`} className="group-list docked">
      <PageTitle
        title={group.name}
        sub={t('coach.badges.title')}
        back={{ to: `/member-groups/${group.id}`, title: group.name }}
      />
      {badges.length === 0 ? <Empty title={t('coach.badges.none')}>{t('coach.badges.noneHow')}</Empty> : null}
      {(['open', 'given'] as const).map((list) =>
        lists[list].length === 0 ? null : (
          <Card key={list} aria-labelledby={`badges-${list}`}>
            <h2 className="in h3" id={`badges-${list}`}>
              {t(`coach.badges.${list}`)}
            </h2>
            <ul className="rows badges">
              {rowsOf(lists[list]).map(({ member, memberBadges }) => (
                <li key={member.uuid}>
                  <Avatar firstname={member.firstname} lastname={member.lastname} />
                  <span className="name">{fullName(member)}</span>
                  <ul>
                    {memberBadges.map((badge) => (
                      <BadgeRow key={badge.key} badge={badge} group={group} today={today} onChange={setHandedOver} />
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          </Card>
        ),
      )}
      {badges.length === 0 ? null : (
        <RegisterDock edits={edits} totals={<b>{totals}</b>}>
          <IdleButton
            className="grow"
            idle={notHandedOver.length === 0}
            onClick={() => setHandedOver(notHandedOver, /* handed over */ true)}
          >
            {t('coach.badges.all')}
          </IdleButton>
        </RegisterDock>
      )}
    </Page>
  )
}

interface BadgeRowProps {
  badge: Badge
  group: Group
  today: string
  onChange: (badges: readonly Badge[], handedOver: boolean) => void
}

function BadgeRow({ badge, group, today, onChange }: BadgeRowProps) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const me = useMe()
  const { member, level, passedTs, handover } = badge
  const dayWords = (ts: number) => displayDate(localDate(ts * 1000, group.time_zone), today, language)
  // a handover that is not sent yet has no author's name: it is this coach's
  const stateWords =
    handover !== null
      ? t('coach.badges.givenBy', { day: dayWords(handover.ts), name: handover.authorName || (me ? fullName(me) : '') })
      : passedTs === null
        ? null
        : t('coach.badges.passed', { day: dayWords(passedTs) })
  return (
    <li>
      <span>
        <span className="mid">{level.title}</span> <span className="small dim">{stateWords}</span>
        <RefusalLink lane={badge.key} />
      </span>
      <Button
        kind={handover === null ? 'soft' : 'bare'}
        className="hand"
        onClick={() => onChange([badge], /* handed over */ handover === null)}
      >
        <Icon icon={handover === null ? Award : Check} />
        {t(handover === null ? 'coach.badges.hand' : 'coach.badges.handed')}
        <span className="sr">{`: ${fullName(member)}, ${level.title}`}</span>
      </Button>
    </li>
  )
}
