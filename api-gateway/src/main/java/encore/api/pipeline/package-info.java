/** The filter and the handler adapter that every request passes before its handler: answer headers, log line, access check. */
@NullMarked
package encore.api.pipeline;

import org.jspecify.annotations.NullMarked;
