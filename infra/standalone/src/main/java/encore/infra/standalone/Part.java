package encore.infra.standalone;

import java.util.Locale;

/** The part of Encore that a process runs. */
enum Part {
    /** Everything in one JVM. */
    ALL,
    COMMAND,
    QUERY,
    GATEWAY;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isSide() {
        return this == COMMAND || this == QUERY;
    }
}
