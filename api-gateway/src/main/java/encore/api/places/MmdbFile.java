package encore.api.places;

import com.maxmind.db.Reader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A database in MaxMind's format, as a whole in memory: a mapped file that is replaced in place would end the process.
 *
 * @param modified when the file was last changed
 * @param size its bytes
 */
record MmdbFile(FileTime modified, long size, Reader reader) {

    /** Reads a file. Fails when it is no such database. */
    static MmdbFile read(Path file) throws IOException {
        FileTime modified = Files.getLastModifiedTime(file);
        byte[] bytes = Files.readAllBytes(file);
        return new MmdbFile(modified, bytes.length, new Reader(new ByteArrayInputStream(bytes)));
    }

    /** Whether the file is still the one that was read. */
    boolean isCurrent(Path file) throws IOException {
        return Files.size(file) == size && Files.getLastModifiedTime(file).equals(modified);
    }

    /** Returns the place of an address. */
    GeoPlace find(InetAddress address) throws IOException {
        Map<?, ?> row = reader.get(address, Map.class);
        if (row == null) {
            return GeoPlace.UNKNOWN;
        }
        String country = text(row, "country", "iso_code");
        String name = text(row, "country", "names", "en");
        return new GeoPlace(
                country,
                row.get("subdivisions") instanceof List<?> subdivisions && !subdivisions.isEmpty()
                        ? textOf(valueAt(subdivisions.getFirst(), "iso_code"))
                        : null,
                text(row, "location", "metro_code"),
                text(row, "city", "names", "en"),
                number(row, "latitude"),
                number(row, "longitude"),
                name == null ? GeoPlace.nameOf(country) : name,
                text(row, "postal", "code"));
    }

    private static @Nullable Double number(Map<?, ?> row, String name) {
        return valueAt(row, "location", name) instanceof Number number ? number.doubleValue() : null;
    }

    private static @Nullable String text(Map<?, ?> row, String... path) {
        return textOf(valueAt(row, path));
    }

    private static @Nullable String textOf(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    private static @Nullable Object valueAt(@Nullable Object row, String... path) {
        Object value = row;
        for (String name : path) {
            value = value instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return value;
    }
}
