/** The versions of all projections: rebuilding, comparing, switching, scrubbing. */
@NullMarked
package encore.query.versions;

import org.jspecify.annotations.NullMarked;
