/** Idols: artists, teams, sponsors and podcasts. */
@NullMarked
package encore.kernel.idols;

import org.jspecify.annotations.NullMarked;
