/** Facts about fans, and the bytes that documents keep them as. */
@NullMarked
package encore.query.search.facts;

import org.jspecify.annotations.NullMarked;
