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

/** The icon of each type of section. */
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

/** The type of a section; a type that this version does not know is shown as text. */
export function contentTypeOf(section: { type: string }): ContentType {
  return contentTypes.find((type) => type === section.type) ?? 'text'
}
