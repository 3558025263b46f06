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
 * Settings that name PEM files and belong together: all of them or none. Spring makes a bundle of them and watches the files,
 * so what replaces them counts without a restart; a certificate and a key that do not fit are not taken.
 *
 * @param bundle its name
 */
record PemFiles(String bundle, List<File> files) {

    /**
     * One of them.
     *
     * @param setting names the file
     * @param part of Spring's bundle
     * @param reading fails when the file holds no such thing
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

    /** Returns what Spring is to know; nothing when none is set. */
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
            // said below
        }
        throw new NodeSettings.Wrong(file.setting() + " names a PEM file, and '" + path + "' cannot be read as one.");
    }

    private static @Nullable String path(File file, Function<String, @Nullable String> settings) {
        String path = settings.apply(file.setting());
        return path == null || path.isBlank() ? null : path.strip();
    }
}
