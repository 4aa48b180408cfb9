/** 2/limits/subrequest-response-body: the directives about subrequests. */
import { withinHttp } from '../../support/settings/block.js';
import { type DirectiveRule, setting } from '../../support/settings/directive.js';
import { flag, size } from '../../support/settings/values.js';

/** The limit for the bytes of a subrequest's response that are kept. */
export const subrequestOutputBufferSize = setting('subrequest_output_buffer_size', withinHttp, size, 4096);

/** Whether subrequests are written to the access log. */
export const logSubrequest = setting('log_subrequest', withinHttp, flag, false);

/** Directives about subrequests. */
export const subrequestDirectives: readonly DirectiveRule[] = [subrequestOutputBufferSize, logSubrequest];
