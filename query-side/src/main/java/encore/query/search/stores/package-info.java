/** Documents of each facet, from which the index is loaded. */
@NullMarked
package encore.query.search.stores;

import org.jspecify.annotations.NullMarked;
