// What the declarations of a member's, a group's and a user's fields have in common.

/** Fields by name, each with the places in which it appears. */
type Declared = Readonly<Record<string, { in: readonly string[] }>>

/** The name of a field that appears in this place. */
export type NameIn<Fields extends Declared, Place extends string> = {
  [Name in keyof Fields & string]: Place extends Fields[Name]['in'][number] ? Name : never
}[keyof Fields & string]

/** The names of all fields, in the order of their declaration. */
export function namesOf<Fields extends Declared>(fields: Fields): readonly (keyof Fields & string)[] {
  // `Object.keys` only knows that keys are texts
  return Object.keys(fields) as (keyof Fields & string)[]
}

/** The names of the fields that appear in this place. */
export function namesIn<Fields extends Declared, Place extends string>(
  fields: Fields,
  place: Place,
): NameIn<Fields, Place>[] {
  const isInPlace = (name: keyof Fields & string): name is NameIn<Fields, Place> =>
    fields[name]?.in.includes(place) === true
  return namesOf(fields).filter(isInPlace)
}
