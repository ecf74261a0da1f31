import { Type, type Static } from 'typebox'
import { purposes, type Purpose } from '#domain/platform/file-type.ts'
import { Flag, strict, Uuid } from './fields.ts'

export const PurposeName = Type.Unsafe<Purpose>(Type.Union(purposes.map((one) => Type.Literal(one))))

/** A file as it was put: what other resources name by `id`. */
export const StoredFile = Type.Object({
  id: Type.String(),
  filename: Type.String(),
  media_type: Type.String(),
  bytes: Type.Integer(),
  /** Pixels, of pictures that are made of them. */
  width: Type.Union([Type.Integer(), Type.Null()]),
  height: Type.Union([Type.Integer(), Type.Null()]),
})
export type StoredFile = Static<typeof StoredFile>

/** How well a logo is seen where it stands, in light and in dark: WCAG's contrast with the ground there. */
export const LogoSeen = Type.Object({
  mode: Type.Union([Type.Literal('light'), Type.Literal('dark')]),
  ground: Type.String(),
  contrast: Type.Number(),
  seen: Type.Boolean(),
})
export type LogoSeen = Static<typeof LogoSeen>

/** [7.39] */
export const FileQuery = Type.Object(
  {
    id: Uuid,
    /** The smallest copy of a picture that is at least so many pixels across; the picture itself where none is. */
    width: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,3}$' })),
    /** 1: not the file but an address of it that works for a while without a token, for `<video>` and new tabs. */
    direct: Type.Optional(Flag),
  },
  strict,
)

export const DirectQuery = Type.Object({ id: Uuid, token: Type.String({ minLength: 1, maxLength: 2000 }) }, strict)

export const DirectUrl = Type.Object({ id: Type.String(), direct_url: Type.String() })
export type DirectUrl = Static<typeof DirectUrl>

/** Where a file is used, in the words of what uses it. */
export const FileUse = Type.Object({ kind: Type.String(), key: Type.String() })
export type FileUse = Static<typeof FileUse>
