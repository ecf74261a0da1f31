import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { OpenNode, MissingForPass } from './missing-for-pass.ts'
import '../assess.css'

/** The button "Why is this not passed?" and the dialog that lists what is missing. */
export function MissingForPassDialog({
  missing,
  title,
  name,
}: {
  missing: MissingForPass
  title: string
  name: string
}) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const question = t('coach.why.ask', { title })
  const unrevokedReason = missing.awaitsPass ? 'coach.why.awaitsPass' : 'coach.why.rule'
  const reason = missing.revoked ? 'coach.why.revoked' : unrevokedReason
  return (
    <>
      <Button kind="bare" icon aria-label={question} title={question} onClick={() => setOpen(true)}>
        <Icon icon={CircleQuestionMark} />
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={question} above={name} closeLabel={t('shell.close')}>
        <div className="why">
          <p>{t(reason, { have: missing.have, need: missing.need })}</p>
          <NodeList heading={t('coach.why.skills')} nodes={missing.skills} />
          <NodeList heading={t('coach.why.passes')} nodes={missing.passes} />
          <NodeList heading={t('coach.why.required')} nodes={missing.required} />
        </div>
      </Dialog>
    </>
  )
}

function NodeList({ heading, nodes }: { heading: string; nodes: readonly OpenNode[] }) {
  const { t } = useTranslation()
  if (nodes.length === 0) return null
  return (
    <section>
      <h3>{heading}</h3>
      <ul>
        {nodes.map(({ id, title, hidden }) => (
          <li key={id}>
            {title}
            {hidden ? <span className="dim"> ({t('coach.why.hidden')})</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
