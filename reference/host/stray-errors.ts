import { reportRejections, reportStray } from './script/hosted.js';

/** Errors of scripts that reach the process go to the requests that they belong to; an error of ours ends it. */
export function reportStrayErrors(): void {
  reportRejections('at the end');
  process.on('uncaughtException', (thrown) => {
    if (!reportStray(thrown)) throw thrown;
  });
}
