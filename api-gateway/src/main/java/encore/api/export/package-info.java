/** All there is of a fan, for the fan: each feature adds its files. */
@NullMarked
package encore.api.export;

import org.jspecify.annotations.NullMarked;
