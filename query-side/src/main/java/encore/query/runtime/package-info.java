/** What drives projections: batches from the tail, queries to handlers, versions beside each other. */
@NullMarked
package encore.query.runtime;

import org.jspecify.annotations.NullMarked;
