import { useEffect, useRef, type KeyboardEvent } from 'react'
import { LongText, ShortText } from '#web/shell/frame/limited-text.tsx'
import { useDraft } from './use-draft.ts'

interface TextFieldProps {
  id?: string
  label: string
  lang?: string
  value: string
  maxLength: number
  /** Answers whether it could be kept. */
  onKeep: (text: string) => boolean
  className?: string
  /** What stands where nothing is written. */
  placeholder?: string
  described?: string | undefined
  /** Somebody else's words. */
  readOnly?: boolean
}

/** One line that is kept by itself. */
export function LineField({
  label,
  lang,
  value,
  maxLength,
  onKeep,
  id,
  className,
  placeholder,
  described,
  readOnly = false,
}: TextFieldProps) {
  const { field, flush } = useDraft(value, onKeep)
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') flush(false)
  }
  const all = {
    ...field,
    ...(id === undefined ? { 'aria-label': label } : { id }),
    lang,
    maxLength,
    placeholder,
    'aria-describedby': described,
    autoComplete: 'off',
    readOnly,
    onKeyDown: pressed,
  }
  return className === undefined ? <ShortText {...all} /> : <input className={className} {...all} />
}

/** Lines that are kept by themselves; as high as its words. */
export function LinesField({ label, lang, value, maxLength, onKeep, described }: Omit<TextFieldProps, 'id'>) {
  const { field, text } = useDraft(value, onKeep)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const element = area.current
    if (!element) return
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
