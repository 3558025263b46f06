/** Makes what a handler is given: parameters of query, form and JSON alike, bound to records and checked. */
@NullMarked
package encore.api.input;

import org.jspecify.annotations.NullMarked;
