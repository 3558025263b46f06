/** Serves what those who run the service look at and turn: health, metrics, projections, dead letters. */
@NullMarked
package encore.api.operations;

import org.jspecify.annotations.NullMarked;
