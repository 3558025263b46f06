package encore.kernel.relations;

import java.time.Instant;

/** That two of a kind belong together, without their names. */
public record Relation(String one, String other, Instant begunAt) {}
