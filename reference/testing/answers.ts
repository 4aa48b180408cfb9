/**
 * A request as bytes: its method and target, headers and, after an empty line, a body. The connection ends after it unless the text starts
 * with `KEEP`.
 */
export function requestOf(text: string): string {
  const isKept = text.startsWith('KEEP ');
  const [head = '', ...body] = text.replace(/^KEEP /, '').split('\n\n');
  const [line, ...headers] = head.split('\n');
  const lines = [`${line} HTTP/1.1`, 'Host: h', ...headers, ...(isKept ? [] : ['Connection: close'])];
  return `${lines.join('\r\n')}\r\n\r\n${body.join('\n\n')}`;
}

/** The output of a connection, without the parts that change from run to run or from host to host. */
export function sameAnswer(answer: string, port: number): string {
  return answer
    .replace(/^(?:Server: |Date: (?!.* 2020 )).*\r\n/gm, '')
    .replace(/<html>[\s\S]*?<\/html>\r\n/g, 'PAGE')
    .replace(/^Content-Length: \d+(?=\r\n(?:.+\r\n)*\r\nPAGE)/gm, 'Content-Length: P')
    .replace(/^(Expires: )(?!.* 2020 ).*GMT$/gm, '$1SOON')
    .replace(/(boundary=|--)\d{20}/g, '$1B')
    .replaceAll(String(port), 'PORT')
    .replaceAll('\r\n', '\n');
}

/** {@link sameAnswer} of one answer on one line: status, headers, body. */
export function shownAnswer(answer: string, port: number): string {
  const same = sameAnswer(answer, port);
  const [, status = '', headers = '', body = ''] = /^HTTP\/1\.1 (.*)\n((?:.+\n)*)\n([\s\S]*)$/.exec(same) ?? [];
  return status === '' ? same : `${status}|${headers.slice(0, -1).replaceAll('\n', '|')}||${body}`;
}
