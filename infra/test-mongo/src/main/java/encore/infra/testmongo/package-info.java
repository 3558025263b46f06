/** A MongoDB for tests: a test double in a process of its own, or the server in ENCORE_TEST_MONGO. */
@NullMarked
package encore.infra.testmongo;

import org.jspecify.annotations.NullMarked;
