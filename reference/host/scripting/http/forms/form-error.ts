/** 2/errors/r-read-request-form: why a form is rejected. */

/** A request body is not a form, or exceeds a limit. */
export class FormError extends Error {}
