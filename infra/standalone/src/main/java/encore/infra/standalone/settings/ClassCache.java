package encore.infra.standalone.settings;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Checks that the JVM uses the class cache that it was started with. The JVM runs without a word when it refuses one. */
public final class ClassCache {

    /** Lists the files that this process has mapped. Only Linux has it. */
    private static final Path MAPPED_FILES = Path.of("/proc/self/maps");

    private ClassCache() {}

    /** Returns a sentence when this process was started with a cache and runs without it, otherwise null. */
    public static @Nullable String problem() {
        String cache = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("AOTCache")
                .getValue();
        if (cache.isEmpty() || !Files.exists(MAPPED_FILES)) {
            return null;
        }
        try {
            return problem(Path.of(cache), Files.readString(MAPPED_FILES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static @Nullable String problem(Path cache, String mappedFiles) {
        if (mappedFiles.contains(cache.toString())) {
            return null;
        }
        String reason = Files.exists(cache)
                ? "the JVM refuses it, and ENCORE_JAVA_OPTS=-Xlog:aot shows why"
                : "it could not be made, and " + cache + ".log shows why";
        return "This start runs without the class cache " + cache + " and so takes longer: " + reason + ".";
    }
}
