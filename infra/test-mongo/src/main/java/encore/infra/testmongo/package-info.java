/** A MongoDB for tests: a double in a process of its own, or the server that ENCORE_TEST_MONGO names. */
@NullMarked
package encore.infra.testmongo;

import org.jspecify.annotations.NullMarked;
