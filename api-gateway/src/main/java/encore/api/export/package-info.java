/** The export of all data about a fan, to which each feature adds its files. */
@NullMarked
package encore.api.export;

import org.jspecify.annotations.NullMarked;
