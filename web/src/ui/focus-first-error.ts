/** After a refused submit: takes the person to the first field that has an error. Call it once the errors are on the page. */
export function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector('[aria-invalid="true"]');
    if (field instanceof HTMLElement) {
      field.focus();
    }
  });
}
