/** What files are for: who may put them, which kinds, and who may read them hang on it. */
export const purposes = ['document', 'client-logo', 'club-logo', 'curriculum-file', 'curriculum-video'] as const
export type Purpose = (typeof purposes)[number]

type FileKind = 'image' | 'document' | 'video'

interface FileType {
  kind: FileKind
  media: string
  /** Other names that browsers give it, by what is installed beside them. */
  also?: readonly string[]
}

const OOXML = 'application/vnd.openxmlformats-officedocument'

/** Types that may be put, by extension [5.17], [9.27]. */
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
  csv: { kind: 'document', media: 'text/csv', also: ['application/vnd.ms-excel', 'application/csv', 'text/plain'] },
  mp4: { kind: 'video', media: 'video/mp4' },
  webm: { kind: 'video', media: 'video/webm' },
} as const satisfies Record<string, FileType>
export type Extension = keyof typeof fileTypes

const MB = 1024 * 1024
/** Most bytes of a kind [9.27]. */
export const mostBytes: Readonly<Record<FileKind, number>> = { image: 5 * MB, document: 20 * MB, video: 200 * MB }

const kindsOf: Readonly<Record<Purpose, readonly FileKind[]>> = {
  document: ['document', 'image'],
  'client-logo': ['image'],
  'club-logo': ['image'],
  'curriculum-file': ['image', 'document'],
  'curriculum-video': ['video'],
}

/** Extensions that a purpose takes. */
export function extensionsFor(purpose: Purpose): Extension[] {
  const kinds = kindsOf[purpose]
  return (Object.keys(fileTypes) as Extension[]).filter((one) => kinds.includes(fileTypes[one].kind))
}

/** The extension of a name where the purpose takes it; null where it does not. */
export function extensionOf(purpose: Purpose, name: string): Extension | null {
  const last = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase()
  return extensionsFor(purpose).find((one) => one === last) ?? null
}

/** Whether a declared media type is one of the extension's; none, or "some bytes", declares nothing. */
export function isDeclaredAs(extension: Extension, declared: string): boolean {
  const { media, also = [] }: FileType = fileTypes[extension]
  const said = (declared.split(';')[0] ?? '').trim().toLowerCase()
  return said === '' || said === 'application/octet-stream' || said === media || also.includes(said)
}

type FileProblem = 'FILE_TYPE' | 'FILE_EMPTY' | 'FILE_TOO_LARGE'

/** Why a file cannot be put, as far as its name and size tell; null when they do not. */
export function fileProblem(purpose: Purpose, name: string, bytes: number): FileProblem | null {
  const extension = extensionOf(purpose, name)
  if (extension === null) return 'FILE_TYPE'
  if (bytes === 0) return 'FILE_EMPTY'
  return bytes > mostBytes[fileTypes[extension].kind] ? 'FILE_TOO_LARGE' : null
}

/** Where a picture's smaller copies stop, in pixels across. */
export const VARIANT_WIDTHS = [160, 640, 1280] as const
