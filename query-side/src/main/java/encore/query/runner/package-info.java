/** Drives one version of a projection along the log, segment by segment. */
@NullMarked
package encore.query.runner;

import org.jspecify.annotations.NullMarked;
