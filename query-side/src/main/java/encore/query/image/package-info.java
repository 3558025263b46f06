/** Images of projections' memory, written to files at a stop and read at the next start. */
@org.jspecify.annotations.NullMarked
package encore.query.image;
