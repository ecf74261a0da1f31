import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '../form/button.tsx'
import { Question } from './dialog.tsx'
import { Field } from '../form/field.tsx'
import { Input } from '../form/input.tsx'

interface TypedQuestionProps {
  title: string
  /** Says what will be removed. */
  children: ReactNode
  /** The word to be typed, and the label that asks for it. */
  word: string
  label: string
  /** Whether what was typed is the word; by default in any case. */
  isSame?: (typed: string, word: string) => boolean
  cancelLabel: string
  /** The text of the confirming button once the word is typed, and before that, while it is disabled. */
  confirmLabel: string
  disabledLabel: string
  busy?: boolean
  onCancel: () => void
  onConfirm: () => void
}

const normalize = (text: string) => text.trim().toLocaleLowerCase()
const isSameInAnyCase = (typed: string, word: string) => normalize(typed) === normalize(word)

/** Asks the user to type a word before an action that cannot be undone. */
export function TypedQuestion(props: TypedQuestionProps) {
  const { title, word, label, cancelLabel, confirmLabel, disabledLabel, busy = false } = props
  const { isSame = isSameInAnyCase } = props
  const [typed, setTyped] = useState('')
  const matches = isSame(typed, word)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (matches && !busy) props.onConfirm()
  }
  return (
    <Question
      open
      onClose={props.onCancel}
      title={title}
      footer={
        <>
          <Button onClick={props.onCancel}>{cancelLabel}</Button>
          <Button kind="risk" disabled={!matches || busy} onClick={props.onConfirm}>
            {matches ? confirmLabel : disabledLabel}
          </Button>
        </>
      }
    >
      {props.children}
      <form noValidate onSubmit={submit}>
        <Field label={label}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Question>
  )
}
