import { Eye, EyeOff } from 'lucide-react'
import { useState, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { isTooLong, PASSWORD_MAX } from '#domain/identity/password.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/form/input.tsx'

interface PasswordFieldProps {
  label: string
  hint?: ReactNode
  error: string | undefined
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A password field with a button that shows what is typed. It says when that is too long to be one. */
export function PasswordField({ label, hint, error, autoComplete, value, onChange, ref }: PasswordFieldProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={isTooLong(value) ? t('login.long', { most: PASSWORD_MAX }) : error}>
      {(control) => (
        <Input
          {...control}
          {...(ref ? { ref } : {})}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          after={
            <Button
              kind="bare"
              icon
              aria-label={t('login.showPassword')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              <Icon icon={shown ? EyeOff : Eye} />
            </Button>
          }
        />
      )}
    </Field>
  )
}
