/** The thread that appends to a log in MongoDB, and its fairness towards other processes. */
@NullMarked
package encore.infra.eventstore.mongo.writer;

import org.jspecify.annotations.NullMarked;
