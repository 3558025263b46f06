/** The views in collections of MongoDB, shared by several processes. */
@NullMarked
package encore.infra.views.mongo;

import org.jspecify.annotations.NullMarked;
