/** One entry of a form, in the order of the request body: the text of a field, or the file name that the client gave. */
export type FormEntry =
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly fileName: string };
