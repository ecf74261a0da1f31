/** The texts of one part of React Aria for screen readers, under React Aria's own keys. */
export type AriaWords = Record<string, string | ((variables: Record<string, string | number>) => string)>
