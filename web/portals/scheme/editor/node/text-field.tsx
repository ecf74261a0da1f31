import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { LongText, ShortText } from '#web/shell/frame/limited-text.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDraft } from './use-draft.ts'

interface TextFieldProps {
  /** The id to which a visible label refers; without it, the field gets an `aria-label`. */
  id?: string
  label: string
  lang?: string
  value: string
  maxLength: number
  /** Makes a batch of the text and returns whether the tree allowed it; see `useDraft`. */
  onSave: (text: string, seen: string, isLeaving: boolean) => boolean
  className?: string
  placeholder?: string
  /** Id of the element that describes the field. */
  described?: string | undefined
  readOnly?: boolean
  /** Shown while the field is empty and that was refused. */
  emptyError?: string
}

/** A one-line field that saves its text by itself; see `useDraft`. */
export function LineField({
  label,
  lang,
  value,
  maxLength,
  onSave,
  id,
  className,
  placeholder,
  described,
  readOnly = false,
  emptyError,
}: TextFieldProps) {
  const { field, flush, text, isRefused } = useDraft(value, onSave)
  const errorId = useId()
  const error = isRefused && text.trim() === '' ? emptyError : undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') flush(false)
  }
  const props = {
    ...field,
    ...(id === undefined ? { 'aria-label': label } : { id }),
    lang,
    maxLength,
    placeholder,
    'aria-describedby': error === undefined ? described : errorId,
    'aria-invalid': error === undefined ? undefined : true,
    autoComplete: 'off',
    readOnly,
    onKeyDown,
  }
  return (
    <>
      {className === undefined ? <ShortText {...props} /> : <input className={className} {...props} />}
      {error === undefined ? null : (
        <span className="err" id={errorId} role="alert">
          <Icon icon={CircleAlert} />
          {error}
        </span>
      )}
    </>
  )
}

/** A field of several lines that saves its text by itself and grows with it. */
export function LinesField({ label, lang, value, maxLength, onSave, described }: Omit<TextFieldProps, 'id'>) {
  const { field, text } = useDraft(value, onSave)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const element = area.current
    if (!element) return
    // `auto` makes the field shrink too; `scrollHeight` leaves out the two borders of 1 px
    element.style.blockSize = 'auto'
    element.style.blockSize = `${element.scrollHeight + 2}px`
  }, [text])
  return (
    <LongText
      ref={area}
      aria-label={label}
      aria-describedby={described}
      lang={lang}
      maxLength={maxLength}
      rows={2}
      {...field}
    />
  )
}
