/** Puts a no-break space between a number and its unit, as in "10 m" or "30 s". */
export function keepUnitsTogether(text: string): string {
  return text.replace(/(\d) (m|s|min|cm|km)(?=$|[\s,.;:)])/g, '$1\u00a0$2')
}
