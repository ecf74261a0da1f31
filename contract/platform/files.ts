import { Type, type Static } from 'typebox'
import { filePurposes, type Purpose } from '#domain/platform/file-type.ts'
import { Flag, strict, Uuid } from './fields.ts'

export const PurposeName = Type.Unsafe<Purpose>(Type.Union(filePurposes.map((purpose) => Type.Literal(purpose))))

/** An uploaded file; other resources refer to it by `id`. */
export const StoredFile = Type.Object({
  id: Type.String(),
  filename: Type.String(),
  media_type: Type.String(),
  bytes: Type.Integer(),
  /** The size of a picture in pixels; null for an SVG and for other files. */
  width: Type.Union([Type.Integer(), Type.Null()]),
  height: Type.Union([Type.Integer(), Type.Null()]),
})
export type StoredFile = Static<typeof StoredFile>

/** How well a logo is seen in light or dark mode: its contrast by WCAG with the background there. */
export const LogoContrast = Type.Object({
  mode: Type.Union([Type.Literal('light'), Type.Literal('dark')]),
  /** The colour of the background. */
  ground: Type.String(),
  contrast: Type.Number(),
  /** True when the contrast is high enough. */
  seen: Type.Boolean(),
})
export type LogoContrast = Static<typeof LogoContrast>

/** Reads a file [7.39]. */
export const FileQuery = Type.Object(
  {
    id: Uuid,
    /** The smallest copy of a picture that is at least this wide, in pixels; the picture itself if there is none. */
    width: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,3}$' })),
    /** 1: replies with `DirectUrl` instead of the file, because `<video>` and new tabs send no access token. */
    direct: Type.Optional(Flag),
  },
  strict,
)

/** Reads a file by an address from `DirectUrl`. */
export const DirectQuery = Type.Object({ id: Uuid, token: Type.String({ minLength: 1, maxLength: 2000 }) }, strict)

/** An address of a file that works for a while without an access token. */
export const DirectUrl = Type.Object({ id: Type.String(), direct_url: Type.String() })
export type DirectUrl = Static<typeof DirectUrl>

/** A use of a file: the type (`kind`) and the id (`key`) of what uses it, such as a document. */
export const FileUse = Type.Object({ kind: Type.String(), key: Type.String() })
export type FileUse = Static<typeof FileUse>
