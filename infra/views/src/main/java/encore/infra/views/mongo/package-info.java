/** The view store in MongoDB collections, shared by several processes. */
@NullMarked
package encore.infra.views.mongo;

import org.jspecify.annotations.NullMarked;
