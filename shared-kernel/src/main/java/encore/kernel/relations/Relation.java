package encore.kernel.relations;

import java.time.Instant;

/** A relation between two tags or two idols, without their names. */
public record Relation(String one, String other, Instant begunAt) {}
