import {
  FileText,
  Heading,
  Link2,
  Link2Off,
  Paperclip,
  Tags,
  TriangleAlert,
  Video,
  type LucideIcon,
} from 'lucide-react'
import type { ContentType } from '#contract/curriculum/schemes.ts'

export const contentIcons: Record<ContentType, LucideIcon> = {
  title: Heading,
  text: FileText,
  warning: TriangleAlert,
  tags: Tags,
  files: Paperclip,
  video: Video,
  link: Link2,
  'text-no-link': Link2Off,
}
export const contentTypes = Object.keys(contentIcons) as ContentType[]

export function contentTypeOf(section: { type: string }): ContentType {
  return contentTypes.find((type) => type === section.type) ?? 'text'
}
