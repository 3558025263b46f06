/** Reads and checks the settings of a node: its role, storage, peers and certificates. */
@NullMarked
package encore.infra.standalone.settings;

import org.jspecify.annotations.NullMarked;
