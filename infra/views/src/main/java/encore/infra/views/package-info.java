/** The store of the documents of projections: typed documents in named collections with declared indexes. */
@NullMarked
package encore.infra.views;

import org.jspecify.annotations.NullMarked;
