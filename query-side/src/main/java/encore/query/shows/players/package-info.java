/** Answers all that a fan did in shows. */
@NullMarked
package encore.query.shows.players;

import org.jspecify.annotations.NullMarked;
