/** Fills input records from what a request gives: parameters of query, form and JSON alike, bound and checked. */
@NullMarked
package encore.api.binding;

import org.jspecify.annotations.NullMarked;
