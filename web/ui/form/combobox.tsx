// In the combobox pattern the focus stays in the field, which handles all keys. Options have click handlers only.
/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/prefer-tag-over-role */
import './combobox.css'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { FieldControl } from './field.tsx'
import { Icon } from '../icon.tsx'

interface ComboboxProps<Row> {
  /** The accessible name of the list, and of the field unless `control` connects that with a visible label. */
  label: string
  control?: FieldControl | undefined
  icon: LucideIcon
  text: string
  placeholder?: string
  onText: (text: string) => void
  rows: readonly Row[]
  keyOf: (row: Row) => string
  isDisabled?: (row: Row) => boolean
  /** Whether a row is chosen; given only where several can be. The list then stays open after a choice. */
  isChosen?: (row: Row) => boolean
  children: (row: Row) => ReactNode
  /** The index of the row that is active before an arrow key is pressed. */
  initialIndex?: number
  /** A message below the rows, such as that there are more; screen readers announce it too. */
  message?: string
  onPick: (row: Row) => void
  /** Resolves to the rows of the present text, even if they are still being loaded. */
  loadRows: () => Promise<readonly Row[]>
  /**
   * Called when the list opens or closes. Give it where the text is the name of the present choice, to restore that when
   * the list closes. Without it the text is only a search, and Escape clears it.
   */
  onOpen?: (open: boolean) => void
}

/** A search field with a list of results, for the keyboard too. A click or an arrow key opens the list. */
export function Combobox<Row>(props: ComboboxProps<Row>) {
  const { label, control, text, rows, isChosen, initialIndex = 0, message = '' } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  /** The index of the row that an arrow key made active. */
  const [movedTo, setMovedTo] = useState<number | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const activeIndex = Math.max(0, Math.min(movedTo ?? initialIndex, rows.length - 1))
  const shown = open && (rows.length > 0 || message !== '')
  const optionId = (index: number) => `${id}-${index}`
  const multiple = isChosen !== undefined
  const escapeClears = props.onOpen === undefined
  useEffect(() => {
    if (!shown) return
    popup.current?.scrollIntoView({ block: 'nearest' })
    popup.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
    // also when the number of rows changes, because the list's height does
  }, [shown, activeIndex, rows.length])

  const changeOpen = (opens: boolean) => {
    setMovedTo(null)
    if (opens === open) return
    setOpen(opens)
    props.onOpen?.(opens)
  }
  const pick = (row: Row | undefined, index: number) => {
    if (row === undefined || props.isDisabled?.(row) === true) return
    props.onPick(row)
    if (multiple) setMovedTo(index)
    else changeOpen(false)
    input.current?.focus()
  }
  /** Waits until the rows of the present text are loaded before picking one; picks none if the text changes meanwhile. */
  const pickActive = async () => {
    const loaded = await props.loadRows()
    const index = Math.min(activeIndex, loaded.length - 1)
    if (input.current?.value === text) pick(loaded[index], index)
  }
  /** Opens the list. Where the text is the name of the present choice, it is selected, so that typing replaces it. */
  const openList = () => {
    if (!open && !escapeClears) input.current?.select()
    changeOpen(true)
  }
  const moveActive = (by: number) => {
    if (!open) return openList()
    if (rows.length > 0) setMovedTo((activeIndex + by + rows.length) % rows.length)
  }
  const field = (
    <label className="input">
      <Icon icon={props.icon} />
      <input
        {...control}
        ref={input}
        role="combobox"
        aria-label={control === undefined ? label : undefined}
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown && rows.length > 0 ? optionId(activeIndex) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        // the server refuses longer searches
        maxLength={100}
        placeholder={props.placeholder}
        value={text}
        onChange={(event) => {
          props.onText(event.target.value)
          changeOpen(true)
        }}
        onClick={openList}
        onBlur={() => changeOpen(false)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') moveActive(1)
          else if (event.key === 'ArrowUp') moveActive(-1)
          else if (event.key === 'Enter' && open) void pickActive()
          else if (event.key === 'Escape' && (open || (escapeClears && text !== ''))) {
            if (escapeClears) props.onText('')
            changeOpen(false)
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
          aria-multiselectable={multiple ? true : undefined}
          hidden={rows.length === 0}
        >
          {rows.map((row, index) => (
            <li
              key={props.keyOf(row)}
              id={optionId(index)}
              role="option"
              data-active={index === activeIndex ? '' : undefined}
              aria-selected={multiple ? isChosen(row) : index === activeIndex}
              aria-disabled={props.isDisabled?.(row) === true ? true : undefined}
              onClick={() => pick(row, index)}
            >
              {props.children(row)}
            </li>
          ))}
        </ul>
        {message === '' ? null : (
          <p className="small dim" aria-hidden="true">
            {message}
          </p>
        )}
      </div>
      <output className="sr">{open ? message : ''}</output>
    </div>
  )
}
