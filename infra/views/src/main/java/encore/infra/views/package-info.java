/** The view store behind the projections: typed documents in named collections with declared indexes. */
@NullMarked
package encore.infra.views;

import org.jspecify.annotations.NullMarked;
