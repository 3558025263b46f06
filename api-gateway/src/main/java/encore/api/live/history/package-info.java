/** The pace at which followers read past events. */
@NullMarked
package encore.api.live.history;

import org.jspecify.annotations.NullMarked;
