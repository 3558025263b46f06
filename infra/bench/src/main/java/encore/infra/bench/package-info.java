/** Benchmarks, and the programs that fill logs for them. */
@NullMarked
package encore.infra.bench;

import org.jspecify.annotations.NullMarked;
