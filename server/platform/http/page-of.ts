/** How many rows a page of a list has when the request does not say [9.8]. */
const DEFAULT_PER_PAGE = 10

/** Which part of a list is meant; `offset` is the number of rows before it. */
interface Page {
  page: number
  perPage: number
  offset: number
}

/** The part of a list that the parameters of a request name, by default the first page. */
export function pageOf({ page, per_page }: { page?: string | undefined; per_page?: string | undefined }): Page {
  const perPage = Number(per_page ?? DEFAULT_PER_PAGE)
  const number = Number(page ?? 0)
  return { page: number, perPage, offset: number * perPage }
}
