package encore.infra.standalone;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.pem.PemContent;

/**
 * Settings that name PEM files which belong together: either all of them are set or none. Spring makes a bundle of the
 * files and watches them, so a replaced file takes effect without a restart. A certificate and a key that do not match
 * are not used.
 *
 * @param bundle the name of Spring's bundle
 */
record PemFiles(String bundle, List<File> files) {

    /**
     * One PEM file.
     *
     * @param setting the setting that names the file
     * @param part its property in Spring's bundle
     * @param reading reads the content; fails or returns null when the file does not contain it
     */
    record File(String setting, String part, Function<PemContent, @Nullable Object> reading) {

        static File certificate(String setting) {
            return new File(setting, "keystore.certificate", PemContent::getCertificates);
        }

        static File key(String setting) {
            return new File(setting, "keystore.private-key", PemContent::getPrivateKey);
        }

        static File authority(String setting) {
            return new File(setting, "truststore.certificate", PemContent::getCertificates);
        }
    }

    /** Returns Spring's properties; none when no file is set. */
    Map<String, Object> bundle(Function<String, @Nullable String> settings) {
        if (files.stream().allMatch(file -> path(file, settings) == null)) {
            return Map.of();
        }
        String pem = "spring.ssl.bundle.pem." + bundle + ".";
        Map<String, Object> properties = new HashMap<>();
        for (File file : files) {
            properties.put(pem + file.part(), "file:" + readable(file, settings));
        }
        properties.put(pem + "keystore.verify-keys", "true");
        properties.put(pem + "reload-on-update", "true");
        return properties;
    }

    private Path readable(File file, Function<String, @Nullable String> settings) {
        String path = path(file, settings);
        if (path == null) {
            String all = files.stream().map(File::setting).collect(Collectors.joining(", "));
            throw new NodeSettings.Wrong("Of " + all + " " + file.setting() + " is missing: set all of them, or none.");
        }
        try {
            if (file.reading().apply(PemContent.load(Path.of(path))) != null) {
                return Path.of(path).toAbsolutePath();
            }
        } catch (IOException | RuntimeException unreadable) {
            // reported below
        }
        throw new NodeSettings.Wrong(file.setting() + " names a PEM file, and '" + path + "' cannot be read as one.");
    }

    private static @Nullable String path(File file, Function<String, @Nullable String> settings) {
        String path = settings.apply(file.setting());
        return path == null || path.isBlank() ? null : path.strip();
    }
}
