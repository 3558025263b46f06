package encore.infra.standalone.settings;

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
record PemFiles(String bundle, List<PemFile> files) {

    /**
     * One PEM file.
     *
     * @param setting the setting that names the file
     * @param part its property in Spring's bundle
     * @param reader reads the content; fails or returns null when the file does not contain it
     */
    record PemFile(String setting, String part, Function<PemContent, @Nullable Object> reader) {

        static PemFile certificate(String setting) {
            return new PemFile(setting, "keystore.certificate", PemContent::getCertificates);
        }

        static PemFile key(String setting) {
            return new PemFile(setting, "keystore.private-key", PemContent::getPrivateKey);
        }

        static PemFile authority(String setting) {
            return new PemFile(setting, "truststore.certificate", PemContent::getCertificates);
        }
    }

    /** Returns Spring's properties; none when no file is set. */
    Map<String, Object> bundle(Function<String, @Nullable String> settings) {
        if (files.stream().allMatch(pemFile -> path(pemFile, settings) == null)) {
            return Map.of();
        }
        String pem = "spring.ssl.bundle.pem." + bundle + ".";
        Map<String, Object> properties = new HashMap<>();
        for (PemFile pemFile : files) {
            properties.put(pem + pemFile.part(), "file:" + requireReadable(pemFile, settings));
        }
        properties.put(pem + "keystore.verify-keys", "true");
        properties.put(pem + "reload-on-update", "true");
        return properties;
    }

    private Path requireReadable(PemFile pemFile, Function<String, @Nullable String> settings) {
        String path = path(pemFile, settings);
        if (path == null) {
            String all = files.stream().map(PemFile::setting).collect(Collectors.joining(", "));
            throw new NodeSettings.InvalidSetting(
                    "Of " + all + " " + pemFile.setting() + " is missing: set all of them, or none.");
        }
        try {
            if (pemFile.reader().apply(PemContent.load(Path.of(path))) != null) {
                return Path.of(path).toAbsolutePath();
            }
        } catch (IOException | RuntimeException unreadable) {
            // reported below
        }
        throw new NodeSettings.InvalidSetting(
                pemFile.setting() + " names a PEM file, and '" + path + "' cannot be read as one.");
    }

    private static @Nullable String path(PemFile pemFile, Function<String, @Nullable String> settings) {
        String path = settings.apply(pemFile.setting());
        return path == null || path.isBlank() ? null : path.strip();
    }
}
