/** Columns of numbers in pages, which grow without being copied. */
@NullMarked
package encore.query.points.columns;

import org.jspecify.annotations.NullMarked;
