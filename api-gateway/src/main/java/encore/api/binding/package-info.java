/** Fills input records from the parameters of a request's query, form or JSON body, and validates them. */
@NullMarked
package encore.api.binding;

import org.jspecify.annotations.NullMarked;
