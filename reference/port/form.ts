/** One entry of a form, as it stands in a request body: the text of a field, or the name that the client gave a file. */
export type FormEntry =
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly fileName: string };
