/** The collection of commits in MongoDB, its documents, and the database that it lives in. */
@NullMarked
package encore.infra.eventstore.mongo.commits;

import org.jspecify.annotations.NullMarked;
