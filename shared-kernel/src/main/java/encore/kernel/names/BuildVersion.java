package encore.kernel.names;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Properties;

/** The version of this build. */
public final class BuildVersion {

    private static final String VERSION = read();

    private BuildVersion() {}

    /** Returns the version, such as {@code 0.1.0}. */
    public static String get() {
        return VERSION;
    }

    private static String read() {
        try (InputStream file = BuildVersion.class.getResourceAsStream("build.properties")) {
            var properties = new Properties();
            properties.load(Objects.requireNonNull(file, "build.properties"));
            return Objects.requireNonNull(properties.getProperty("version"), "version");
        } catch (IOException e) {
            throw new IllegalStateException("The version of this build cannot be read", e);
        }
    }
}
