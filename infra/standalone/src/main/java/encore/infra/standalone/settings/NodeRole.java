package encore.infra.standalone.settings;

import java.util.Locale;

/** The part of Encore that a process runs. */
public enum NodeRole {
    /** Everything in one JVM. */
    ALL,
    COMMAND,
    QUERY,
    GATEWAY;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean isSide() {
        return this == COMMAND || this == QUERY;
    }
}
