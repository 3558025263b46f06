/** Reports over HTTP. */
@NullMarked
package encore.api.reports;

import org.jspecify.annotations.NullMarked;
