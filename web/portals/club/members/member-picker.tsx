import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClubMember } from '#contract/members/club-members.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { useFoundMembers } from '../groups/group-data.ts'

interface MemberPickerProps {
  label: string
  /** Whether a member is in the group already; such members are shown but cannot be chosen. */
  isIn: (uuid: string) => boolean
  onPick: (member: ClubMember) => void
}

/** Searches members by name and picks one after another. */
export function MemberPicker({ label, isIn, onPick }: MemberPickerProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { found, loadRows } = useFoundMembers(text)
  return (
    <Combobox
      label={label}
      icon={UserPlus}
      text={text}
      placeholder={label}
      onText={setText}
      rows={found}
      keyOf={(member) => member.uuid}
      isDisabled={(member) => isIn(member.uuid)}
      onPick={(member) => {
        onPick(member)
        setText('')
      }}
      loadRows={loadRows}
    >
      {(member) => (
        <>
          <b>
            {member.firstname} {member.lastname}
          </b>
          <span className="small dim">
            {isIn(member.uuid)
              ? t('club.group.isIn')
              : [member.age, ...(member.groups ?? []).map((group) => group.name)].join(' · ')}
          </span>
        </>
      )}
    </Combobox>
  )
}
