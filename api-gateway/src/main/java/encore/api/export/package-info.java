/** Exports: all data about a fan, to which each feature adds its files, and lines of CSV. */
@NullMarked
package encore.api.export;

import org.jspecify.annotations.NullMarked;
