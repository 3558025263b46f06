/** What those who run the service look at: health and metrics. */
@NullMarked
package encore.api.operations;

import org.jspecify.annotations.NullMarked;
