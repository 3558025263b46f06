/** Searchable facets of the fans of an account: each answers the criteria of its feature. */
@NullMarked
package encore.query.search.facets;

import org.jspecify.annotations.NullMarked;
