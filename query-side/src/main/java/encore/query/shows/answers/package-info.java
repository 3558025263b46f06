/** Answers what gateways need to take answers of fans in time. */
@NullMarked
package encore.query.shows.answers;

import org.jspecify.annotations.NullMarked;
