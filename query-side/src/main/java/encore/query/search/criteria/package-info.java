/** Conditions of a search, and the cache of the fans that met them. */
@NullMarked
package encore.query.search.criteria;

import org.jspecify.annotations.NullMarked;
