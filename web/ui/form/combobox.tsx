// The pattern of a combobox: focus stays in the field, which has all keys; options are pressed only.
/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role */
import './combobox.css'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { FieldControl } from './field.tsx'
import { Icon } from '../icon.tsx'

interface ComboboxProps<Row> {
  /** What it is called; over the field where `control` brings a label of its own. */
  label: string
  control?: FieldControl | undefined
  icon: LucideIcon
  text: string
  placeholder?: string
  onText: (text: string) => void
  rows: readonly Row[]
  keyOf: (row: Row) => string
  isOff?: (row: Row) => boolean
  /** Where several can be chosen: those that are; the list stays open for the next one. */
  isChosen?: (row: Row) => boolean
  children: (row: Row) => ReactNode
  /** The row that is pointed at before any key is pressed. */
  first?: number
  /** Said under the rows, and to who does not see them. */
  note?: string
  onPick: (row: Row) => void
  /** The rows of the text as it stands, however fast it was typed. */
  settled: () => Promise<readonly Row[]>
  /** The list was opened or closed: the owner puts back what stood here before somebody typed; without it Escape clears. */
  onOpen?: (open: boolean) => void
}

/** A field that finds as one types: arrow keys, Enter, Escape; a press or an arrow opens it. */
export function Combobox<Row>(props: ComboboxProps<Row>) {
  const { label, control, text, rows, isChosen, first = 0, note = '' } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const [moved, setMoved] = useState<number | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const at = Math.max(0, Math.min(moved ?? first, rows.length - 1))
  const shown = open && (rows.length > 0 || note !== '')
  const option = (k: number) => `${id}-${k}`
  const several = isChosen !== undefined
  const clears = props.onOpen === undefined
  useEffect(() => {
    if (!shown) return
    popup.current?.scrollIntoView({ block: 'nearest' })
    popup.current?.querySelector('[data-at]')?.scrollIntoView({ block: 'nearest' })
    // more rows make a longer list
  }, [shown, at, rows.length])

  const put = (now: boolean) => {
    setMoved(null)
    if (now === open) return
    setOpen(now)
    props.onOpen?.(now)
  }
  const pick = (row: Row | undefined, k: number) => {
    if (row === undefined || props.isOff?.(row) === true) return
    props.onPick(row)
    if (several) setMoved(k)
    else put(false)
    input.current?.focus()
  }
  /** Whoever is fast is not given what fewer letters found, and nobody once more letters came. */
  const enter = async () => {
    const now = await props.settled()
    const k = Math.min(at, now.length - 1)
    if (input.current?.value === text) pick(now[k], k)
  }
  /** What stands here is replaced by what is typed. */
  const unfold = () => {
    if (!open && !clears) input.current?.select()
    put(true)
  }
  const step = (by: number) => {
    if (!open) return unfold()
    if (rows.length > 0) setMoved((at + by + rows.length) % rows.length)
  }
  const field = (
    <label className="input">
      <Icon of={props.icon} />
      <input
        {...control}
        ref={input}
        role="combobox"
        aria-label={control === undefined ? label : undefined}
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown && rows.length > 0 ? option(at) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={100}
        placeholder={props.placeholder}
        value={text}
        onChange={(event) => {
          props.onText(event.target.value)
          put(true)
        }}
        onClick={unfold}
        onBlur={() => put(false)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') step(1)
          else if (event.key === 'ArrowUp') step(-1)
          else if (event.key === 'Enter' && open) void enter()
          else if (event.key === 'Escape' && (open || (clears && text !== ''))) {
            if (clears) props.onText('')
            put(false)
          } else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
    </label>
  )
  return (
    <div className="combobox">
      {field}
      <div ref={popup} className="popup" hidden={!shown} onPointerDown={(event) => event.preventDefault()}>
        <ul
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          aria-multiselectable={several ? true : undefined}
          hidden={rows.length === 0}
        >
          {rows.map((row, k) => (
            <li
              key={props.keyOf(row)}
              id={option(k)}
              role="option"
              data-at={k === at ? '' : undefined}
              aria-selected={several ? isChosen(row) : k === at}
              aria-disabled={props.isOff?.(row) === true ? true : undefined}
              onClick={() => pick(row, k)}
            >
              {props.children(row)}
            </li>
          ))}
        </ul>
        {note === '' ? null : (
          <p className="small dim" aria-hidden="true">
            {note}
          </p>
        )}
      </div>
      <output className="sr">{open ? note : ''}</output>
    </div>
  )
}
