/** The versions of all projections: rebuilt, compared, switched, scrubbed. */
@NullMarked
package encore.query.versions;

import org.jspecify.annotations.NullMarked;
