package encore.infra.standalone;

import java.util.Locale;

/** Names the part of Encore that a process is. */
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
