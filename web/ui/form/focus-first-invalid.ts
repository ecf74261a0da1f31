/** Focuses the first invalid field, after a form has refused to save. */
export function focusFirstInvalid(form: Element | null): void {
  // after a timeout, because the fields are marked as invalid with the next render
  setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
}
