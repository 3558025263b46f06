package encore.infra.standalone.settings;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** Checks that the machine lets this process open as many files as it needs. */
public final class OpenFilesLimit {

    /**
     * A start with the data directory opens some 420 files (libraries, and two to three for each projection), and reads
     * open further ones.
     */
    private static final long NEEDED = 1_024;

    private OpenFilesLimit() {}

    /** Returns a sentence when the limit of this process is too low, otherwise null. */
    public static @Nullable String problem() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? problem(unix.getMaxFileDescriptorCount())
                : null;
    }

    /** @param limit the number of files that may be open, connections included; not positive where it is not known */
    static @Nullable String problem(long limit) {
        return limit <= 0 || limit >= NEEDED
                ? null
                : "This process may open " + limit + " files, and Encore needs at least " + NEEDED
                        + " and one more for each connection (ENCORE_CONNECTIONS). Raise the limit, for example:"
                        + " ulimit -n 16384";
    }
}
