/** Answers which wagers a campaign offers. */
@NullMarked
package encore.query.wagers;

import org.jspecify.annotations.NullMarked;
