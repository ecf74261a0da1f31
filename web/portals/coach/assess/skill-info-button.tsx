import { Info } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { SchemeNodeView } from '#web/features/scheme-browser/scheme-node-view.tsx'
import { FileUrls } from '#web/features/scheme-browser/stored-file.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { findNodePath } from '#web/features/scheme-browser/node-path.ts'
import { visibleCurriculum, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { useFileUrls } from '#web/portals/coach/device/saved/use-saved-files.ts'
import { useVideos } from './use-curriculum.ts'
import './assess.css'

interface SkillInfoProps {
  compiled: CompiledCurriculum
  skill: SchemeNode
}

/** A button that opens the curriculum's text and videos about a skill in a dialog [2.34]. */
export function SkillInfoButton({ compiled, skill }: SkillInfoProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  if (skill.content.length === 0 && skill.videos.length === 0) return null
  return (
    <>
      <Button
        kind="bare"
        icon
        className="about-skill"
        aria-label={t('coach.aboutSkill', { title: skill.title })}
        onClick={() => setOpen(true)}
      >
        <Icon icon={Info} />
      </Button>
      {open ? <SkillInfoDialog compiled={compiled} skill={skill} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** A component of its own, because a page has many of these buttons, which must not each follow the list of videos. */
function SkillInfoDialog({ compiled, skill, onClose }: SkillInfoProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const urls = useFileUrls()
  /** The node that the dialog shows; null shows the curriculum's top nodes. */
  const [nodeId, setNodeId] = useState<string | null>(skill.id)
  const curriculum = visibleCurriculum(compiled.curriculum)
  const shownPath = nodeId === null ? null : findNodePath(curriculum.tree, nodeId)
  const videos = useVideos(curriculum.slug, shownPath?.node.videos ?? [])
  return (
    <Dialog open onClose={onClose} title={compiled.curriculum.name} closeLabel={t('shell.close')} wide>
      <FileUrls value={urls}>
        <SchemeNodeView curriculum={curriculum} nodeId={nodeId} onOpen={setNodeId} videos={videos} />
      </FileUrls>
    </Dialog>
  )
}
