// The pattern of a combobox: focus stays in the field, which has all keys; options are pressed only.
/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role */
import { UserPlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClubMember } from '#contract/club-members.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useFoundMembers } from './group-data.ts'

interface MemberPickerProps {
  label: string
  /** Who is in already is shown and cannot be chosen. */
  isIn: (uuid: string) => boolean
  onPick: (member: ClubMember) => void
}

/** Finds members by their names: type, arrow keys, Enter; the field stays ready for the next one. */
export function MemberPicker({ label, isIn, onPick }: MemberPickerProps) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const found = useFoundMembers(text)
  const open = found.length > 0
  const chosen = Math.min(at, found.length - 1)
  const option = (k: number) => `${id}-${k}`
  const pick = (member: ClubMember | undefined) => {
    if (!member || isIn(member.uuid)) return
    onPick(member)
    setText('')
    setAt(0)
    input.current?.focus()
  }
  return (
    <div className="picker">
      <label className="input">
        <Icon of={UserPlus} />
        <span className="sr">{label}</span>
        <input
          ref={input}
          role="combobox"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-activedescendant={open ? option(chosen) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          maxLength={100}
          placeholder={label}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' && open) setAt((chosen + 1) % found.length)
            else if (event.key === 'ArrowUp' && open) setAt((chosen + found.length - 1) % found.length)
            else if (event.key === 'Enter') pick(found[chosen])
            else if (event.key === 'Escape' && text !== '') setText('')
            else return
            event.preventDefault()
          }}
        />
      </label>
      <ul id={`${id}-list`} role="listbox" aria-label={label} hidden={!open}>
        {found.map((member, k) => (
          <li
            key={member.uuid}
            id={option(k)}
            role="option"
            aria-selected={k === chosen}
            aria-disabled={isIn(member.uuid) ? true : undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(member)}
          >
            <b>
              {member.firstname} {member.lastname}
            </b>
            <span className="small dim">
              {isIn(member.uuid)
                ? t('club.group.isIn')
                : [member.age, ...(member.groups ?? []).map((group) => group.name)].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
