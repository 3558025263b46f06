/** Documents that many projections keep in the same way: catalogues, keyset pages, keys of fans. */
@NullMarked
package encore.query.documents;

import org.jspecify.annotations.NullMarked;
