/** Conditions and orders of queries over documents, and the indexes that answer them. */
@NullMarked
package encore.infra.views.criteria;

import org.jspecify.annotations.NullMarked;
