/** 2/errors/r-read-request-form: why a form is refused. */

/** A request body is no form, or none that may be read. */
export class FormError extends Error {}
