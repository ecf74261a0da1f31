/** What a file is for. The purpose decides who may upload and read the file, and which types it may have [R10.6]. */
export const filePurposes = ['document', 'client-logo', 'club-logo', 'curriculum-file', 'curriculum-video'] as const
export type Purpose = (typeof filePurposes)[number]

type FileKind = 'image' | 'document' | 'video'

interface FileType {
  kind: FileKind
  media: string
  /** Other media types that browsers send for such a file, depending on the programs that are installed. */
  otherMedia?: readonly string[]
}

const OOXML = 'application/vnd.openxmlformats-officedocument'

/** The types that may be uploaded, by extension [5.17], [9.27]. */
export const fileTypes = {
  gif: { kind: 'image', media: 'image/gif' },
  jpg: { kind: 'image', media: 'image/jpeg' },
  jpeg: { kind: 'image', media: 'image/jpeg' },
  png: { kind: 'image', media: 'image/png' },
  svg: { kind: 'image', media: 'image/svg+xml' },
  pdf: { kind: 'document', media: 'application/pdf' },
  docx: { kind: 'document', media: `${OOXML}.wordprocessingml.document` },
  xlsx: { kind: 'document', media: `${OOXML}.spreadsheetml.sheet` },
  pptx: { kind: 'document', media: `${OOXML}.presentationml.presentation` },
  odt: { kind: 'document', media: 'application/vnd.oasis.opendocument.text' },
  csv: {
    kind: 'document',
    media: 'text/csv',
    otherMedia: ['application/vnd.ms-excel', 'application/csv', 'text/plain'],
  },
  mp4: { kind: 'video', media: 'video/mp4' },
  webm: { kind: 'video', media: 'video/webm' },
} as const satisfies Record<string, FileType>
export type Extension = keyof typeof fileTypes

const MB = 1024 * 1024
/** The largest size of each kind, in bytes [9.27]. */
export const maxBytes: Readonly<Record<FileKind, number>> = { image: 5 * MB, document: 20 * MB, video: 200 * MB }

const kindsOf: Readonly<Record<Purpose, readonly FileKind[]>> = {
  document: ['document', 'image'],
  'client-logo': ['image'],
  'club-logo': ['image'],
  'curriculum-file': ['image', 'document'],
  'curriculum-video': ['video'],
}

/** The extensions that a purpose allows. */
export function extensionsFor(purpose: Purpose): Extension[] {
  const kinds = kindsOf[purpose]
  return (Object.keys(fileTypes) as Extension[]).filter((extension) => kinds.includes(fileTypes[extension].kind))
}

/** The extension of a file name, in lower case; null when the purpose does not allow it. */
export function extensionOf(purpose: Purpose, name: string): Extension | null {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()
  return extensionsFor(purpose).find((extension) => extension === ending) ?? null
}

/**
 * Whether the media type that the upload declares fits the extension. An empty one and `application/octet-stream` fit
 * every extension, because browsers send them for types that they do not know.
 */
export function isDeclaredAs(extension: Extension, declared: string): boolean {
  const { media, otherMedia = [] }: FileType = fileTypes[extension]
  // without parameters such as `; charset=utf-8`
  const type = (declared.split(';')[0] ?? '').trim().toLowerCase()
  return type === '' || type === 'application/octet-stream' || type === media || otherMedia.includes(type)
}

type FileProblem = 'FILE_TYPE' | 'FILE_EMPTY' | 'FILE_TOO_LARGE'

/** Why a file cannot be uploaded, judged by its name and size alone; null when nothing is wrong with them. */
export function fileProblem(purpose: Purpose, name: string, bytes: number): FileProblem | null {
  const extension = extensionOf(purpose, name)
  if (extension === null) return 'FILE_TYPE'
  if (bytes === 0) return 'FILE_EMPTY'
  return bytes > maxBytes[fileTypes[extension].kind] ? 'FILE_TOO_LARGE' : null
}

/** The widths of the smaller copies of a picture, in pixels. */
export const VARIANT_WIDTHS = [160, 640, 1280] as const
