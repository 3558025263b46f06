/** What projections hold in memory, written to files at a stop and read from them at the next start. */
@org.jspecify.annotations.NullMarked
package encore.query.image;
