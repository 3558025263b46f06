package encore.infra.backend;

import org.jspecify.annotations.Nullable;

/**
 * Formats an exception for the log: classes and code locations, but no messages, because those may contain data that a
 * client sent.
 */
public final class SafeStackTrace {

    private static final int CAUSES = 5;
    private static final int PLACES = 12;

    private SafeStackTrace() {}

    public static String of(Throwable failure) {
        StringBuilder trace = new StringBuilder();
        @Nullable Throwable at = failure;
        for (int depth = 0; at != null && depth < CAUSES; depth++, at = at.getCause()) {
            trace.append(depth == 0 ? "" : " caused by ").append(at.getClass().getName());
            StackTraceElement[] places = at.getStackTrace();
            for (int i = 0; i < Math.min(places.length, PLACES); i++) {
                trace.append("\n    at ").append(places[i]);
            }
        }
        return trace.toString();
    }
}
