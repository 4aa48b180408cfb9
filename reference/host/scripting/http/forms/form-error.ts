/** A request body is no form, or none that may be read. */
export class FormError extends Error {}
