/** Words of one part of React Aria, under the names that it gives them; without those a screen reader hears nothing. */
export type AriaWords = Record<string, string | ((facts: Record<string, string | number>) => string)>
